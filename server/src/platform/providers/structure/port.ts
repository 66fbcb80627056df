/** An external engine that extracts the structure of a PDF: title, authors, sections, references. */
export interface StructureEngine {
  /**
   * Returns the TEI document of the PDF at a path; null when the engine gave none, which never prevents the file from
   * being parsed.
   */
  structureOf: (path: string, signal: AbortSignal) => Promise<Uint8Array | null>
  /** Returns why it does not answer, in a word or two; null when it does. */
  fault: () => Promise<string | null>
}
