/** Tells whoever runs the node what peers did. */
export type PeerLog = (
  level: "debug" | "info" | "warn" | "error",
  message: string,
  fields?: Readonly<Record<string, string | number>>,
) => void;
