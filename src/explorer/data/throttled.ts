import { useEffect, useRef, useState } from "preact/hooks";

/** The version, told at once after a pause, and otherwise when the pause since the last one is over. */
export function useThrottled(version: number, pauseMs: number): number {
  const [told, setTold] = useState(version);
  const toldMs = useRef(performance.now());
  useEffect(() => {
    const timer = setTimeout(
      () => {
        toldMs.current = performance.now();
        setTold(version);
      },
      toldMs.current + pauseMs - performance.now(),
    );
    return () => clearTimeout(timer);
  }, [version, pauseMs]);
  return told;
}
