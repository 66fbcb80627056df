/** The parse is somebody else's now, or nobody's: what was made of it goes nowhere. */
export class LostParse extends Error {}
