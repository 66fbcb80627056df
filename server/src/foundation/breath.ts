/** Lets other requests have their turn: between the parts of work that together take longer than anybody may wait. */
export const breath = () => new Promise<void>((resolve) => setImmediate(resolve))
