/** Thrown when the lease of a parse has been lost; its results are discarded. */
export class LostParse extends Error {}
