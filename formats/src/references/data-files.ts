// Reads the data of this folder: lists of words in `words/`, and the weights of the model.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { splitLines } from '../fields/word-files.ts'

const fileUrl = (name: string): URL => new URL(name, import.meta.url)

/** Reads a file of this folder as lines; those that are empty or begin with `#` are left out. */
export const readDataLines = (name: string): string[] => splitLines(readFileSync(fileUrl(name), 'utf8'))

/** Reads a file like `readDataLines`, but asynchronously, so that other work goes on meanwhile. */
export const loadDataLines = async (name: string): Promise<string[]> =>
  splitLines(await readFile(fileUrl(name), 'utf8'))
