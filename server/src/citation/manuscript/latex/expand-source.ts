/** A file of a LaTeX manuscript. */
export interface LatexFile {
  /** Path within the archive, or the name of the file. */
  name: string
  text: string
}

/** Bounds the text of a manuscript with all its parts, in UTF-16 units. */
const MAX_SOURCE_CHARS = 5_000_000
/** Bounds how deeply parts include others. */
const MAX_INCLUDE_DEPTH = 8
/** A comment: an unescaped percent sign up to the end of the line. */
const COMMENT = /(?<!\\)%[^\n]*/g
/** A command that includes a file, with the name of the file: `\input{intro}`. */
const INCLUDE =
  /\\(?:input|include|subfile|subimport\{[^{}\n]{0,200}\}|import\{[^{}\n]{0,200}\})\s{0,4}\{([^{}\n]{1,300})\}/g

/** Returns whether a file is LaTeX text. */
const isTex = ({ name }: LatexFile): boolean => /\.(?:tex|ltx|bbl)$/i.test(name)

/** Returns the main file of a manuscript: the one with the document, else the first; undefined without LaTeX files. */
export function findMainFile(files: readonly LatexFile[]): LatexFile | undefined {
  const texFiles = files.filter(isTex)
  return (
    texFiles.find(({ text }) => /\\documentclass/.test(text) && text.includes('\\begin{document}')) ??
    texFiles.find(({ text }) => text.includes('\\begin{document}')) ??
    texFiles[0]
  )
}

/** Returns the text of the main file with its parts in their places, without comments; each part is read once. */
export function expandSource(main: LatexFile, files: readonly LatexFile[]): string {
  const byName = new Map(files.map((file) => [stem(file.name), file]))
  const read = new Set<LatexFile>()
  let room = MAX_SOURCE_CHARS
  const expand = (file: LatexFile, depth: number): string => {
    read.add(file)
    const text = file.text.slice(0, room).replace(COMMENT, '')
    room -= text.length
    return text.replace(INCLUDE, (_, name: string) => {
      const part = byName.get(stem(name)) ?? byName.get(stem(name.split('/').at(-1) ?? ''))
      return part && isTex(part) && !read.has(part) && depth < MAX_INCLUDE_DEPTH
        ? expand(part, depth + 1)
        : ''
    })
  }
  return expand(main, 0)
}

/** Returns a path without leading dots and the extension. */
const stem = (path: string): string =>
  path
    .trim()
    .replace(/^(?:\.\/)+/, '')
    .replace(/\.(?:tex|ltx)$/i, '')
