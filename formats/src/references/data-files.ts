// Reads the data of this folder: lists of words in `words/`, and the weights of the model.
import { readFileSync } from 'node:fs'

/** Reads a file of this folder as lines; those that are empty or begin with `#` are left out. */
export const readDataLines = (name: string): string[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
