import { fetchPart, lazyPart } from '../../ui/lazy-part.ts'
import { PlainAnswer } from './plain-answer.tsx'

const loadMarkdown = () => import('./markdown.tsx').then((module) => module.AnswerMarkdown)

/** The Markdown of answers and reports, fetched when it is first shown; where it cannot be had the text stands plain. */
export const LazyMarkdown = lazyPart(loadMarkdown, PlainAnswer)

/** Fetches it beforehand, where a text will be shown soon. */
export const prefetchMarkdown = (): void => void fetchPart(loadMarkdown).catch(() => undefined)
