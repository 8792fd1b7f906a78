/** Reports to the operator what peers did. */
export type PeerLog = (
  level: "debug" | "info" | "warn" | "error",
  message: string,
  fields?: Readonly<Record<string, string | number>>,
) => void;
