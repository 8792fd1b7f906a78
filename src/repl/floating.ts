/** Hears of errors where nobody awaits them, which would end the process. Answers how to stop. */
export function watchFloating(listener: (error: unknown) => void): () => void {
  process.on("unhandledRejection", listener);
  process.on("uncaughtException", listener);
  return () => {
    process.off("unhandledRejection", listener);
    process.off("uncaughtException", listener);
  };
}
