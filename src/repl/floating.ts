/** Reports errors that nothing awaits, which would end the process. Returns a function that stops this. */
export function watchFloating(listener: (error: unknown) => void): () => void {
  process.on("unhandledRejection", listener);
  process.on("uncaughtException", listener);
  return () => {
    process.off("unhandledRejection", listener);
    process.off("uncaughtException", listener);
  };
}
