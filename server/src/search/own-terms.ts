import { readdirSync, readFileSync } from 'node:fs'
import { addPair, type Bilingual, emptyBilingual } from '@scinav/search'

const FOLDER = new URL('../../../config/terms/', import.meta.url)
let terms: Bilingual | undefined

/** Our own list of terms in Chinese and English, read at first need. */
export function bilingualTerms(): Bilingual {
  terms ??= readTerms()
  return terms
}

function readTerms(): Bilingual {
  const all = emptyBilingual()
  for (const name of readdirSync(FOLDER).filter((name) => name.endsWith('.tsv')))
    for (const line of readFileSync(new URL(name, FOLDER), 'utf8').split('\n')) {
      if (line === '' || line.startsWith('#')) continue
      const [chinese = '', ...english] = line.split('\t')
      for (const term of english) addPair(all, chinese, term)
    }
  return all
}
