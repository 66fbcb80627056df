/** An engine outside that tells how a PDF is built: title, authors, sections, references. */
export interface StructureEngine {
  /** TEI as it came, of the PDF at a path; null where the engine gave none, which never keeps the file from being read. */
  structureOf: (path: string, signal: AbortSignal) => Promise<Uint8Array | null>
  /** Why it does not answer, in a word or two; null where it does. */
  fault: () => Promise<string | null>
}
