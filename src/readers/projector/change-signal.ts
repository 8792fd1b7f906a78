/** Wakes the one that waits for a change. */
export interface ChangeSignal {
  tell(): void;
  /** Waits for a change, at most `ms`. Returns whether it came. */
  within(ms: number): Promise<boolean>;
}

export function changeSignal(): ChangeSignal {
  let tell = (): void => undefined;
  const told = new Promise<true>((resolve) => {
    tell = () => resolve(true);
  });
  return {
    tell: () => tell(),
    async within(ms) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<false>((resolve) => {
        timer = setTimeout(() => resolve(false), ms);
      });
      try {
        return await Promise.race([told, late]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
