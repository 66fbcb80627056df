import { fetchPart, lazyPart } from '../../ui/lazy-part.ts'
import { PlainAnswer } from './plain-answer.tsx'

const loadMarkdown = () => import('./markdown.tsx').then((module) => module.AnswerMarkdown)

/**
 * The Markdown renderer of answers and reports, loaded when first shown; when it cannot be loaded, plain text is shown.
 */
export const LazyMarkdown = lazyPart(loadMarkdown, PlainAnswer)

/** Loads the renderer in advance, where a text will be shown soon. */
export const prefetchMarkdown = (): void => void fetchPart(loadMarkdown).catch(() => undefined)
