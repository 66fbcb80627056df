import { NOTHING_FOUND } from '@scinav/contract'
import type { Language } from './understanding/question.ts'

/** Says that the library has nothing on a question, and what was searched. */
export function nothingFound(language: Language, queries: string[]): string {
  const tried = [...new Set(queries)].filter((query) => query !== '')
  if (language === 'zh')
    return tried.length === 0
      ? `${NOTHING_FOUND}。请说明想了解的主题。`
      : `${NOTHING_FOUND}。已尝试检索：${tried.map((query) => `「${query}」`).join('、')}。可以换用更具体的术语，或先导入相关文献。`
  return tried.length === 0
    ? `No relevant literature was found (${NOTHING_FOUND}). Please name a subject.`
    : `No relevant literature was found (${NOTHING_FOUND}). Searched for: ${tried.map((query) => `“${query}”`).join(', ')}. Try more specific terms, or import papers on the subject first.`
}
