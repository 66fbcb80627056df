import { hasHanSurname } from '@scinav/documents'

/** What the name of a thesis file says. */
interface ThesisName {
  /** Empty where the name holds nothing but a number or the author. */
  title: string
  /** Empty where the name does not tell who wrote it. */
  author: string
}

/** Separators of the parts of a name: dashes, underscores, and spaces beside a Chinese character. */
const SEPARATOR = /[-_—–－＿]|(?<=\p{Script=Han})\s|\s(?=\p{Script=Han})/u
const CHINESE_NAME = /^\p{Script=Han}{2,4}$/u
/** The number of a student. */
const NUMBER = /^[a-z]?\d{4,}$/i

/**
 * Reads author and title from the name of a file, such as `2023001_李明_湖泊沉积物中磷的释放.docx`. The author is the
 * one part of two to four Chinese characters, or the only such part that begins with a frequent surname; where several
 * could be a name, all of them belong to the title.
 */
export function readThesisName(file_name: string): ThesisName {
  const stem = file_name.replace(/\.[^.]{1,8}$/, '').trim()
  const parts = stem
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !NUMBER.test(part))
  const names = parts.filter((part) => CHINESE_NAME.test(part))
  const [author = '', ...others] = names.length > 1 ? names.filter(hasHanSurname) : names
  if (others.length > 0) return { title: stem, author: '' }
  if (author === '' && parts.length > 0) return { title: stem, author }
  return { title: parts.filter((part) => part !== author).join(' '), author }
}
