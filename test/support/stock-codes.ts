/** A module with a method-format contract that stores one number for each key, and the request that reads it. */
export const stockModule = (writer: string): string => `
  const text = (name) => ({ name, type: "string", maxlength: 64, requirements: true, default: "", cases: null });
  export const setStock = {
    t: "contract", m: "0.2.0", n: "SetStock", v: "1", s: "shop", w: "${writer}",
    p: { of: text("of"), count: text("count") },
    e: [
      { $condition: [{ $gte: [{ $load_param: ["count"] }, "0"] }, "No negative stock. "] },
      { $write_universal: ["stock", { $load_param: ["of"] }, { $load_param: ["count"] }] },
    ],
  };
  export const getStock = {
    t: "request", m: "0.2.0", n: "GetStock", v: "1", s: "shop", w: "${writer}",
    p: { of: text("of") },
    e: [{ $response: [{ stock: { $read_universal: ["stock", { $load_param: ["of"] }, "0"] } }] }],
  };`;
