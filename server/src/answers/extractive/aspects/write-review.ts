import { yearOf } from '@scinav/search'
import type { Language } from '../../../language/question/question.ts'
import { type QuoteWriter, sourceLabel } from '../../../retrieval/index.ts'
import type { AspectLayout } from './aspect-layout.ts'
import type { Aspect } from './aspect-model.ts'
import { ASPECT_FRAMES, ASPECT_NAMES, listAspects } from './frames.ts'
import type { PaperAspects } from './paper-aspects.ts'

/** Stands between a paper and its quote. */
const COLON: Record<Language, string> = { zh: '：', en: ': ' }

/** Writes a review of papers with one quote per paper under each heading: by year, or by the requested aspects. */
export function writeReview(
  writer: QuoteWriter,
  papers: PaperAspects[],
  requested: Aspect[],
  { organized, language }: AspectLayout,
): void {
  if (organized === 'time') writeByTime(writer, papers, language)
  else writeByAspect(writer, papers, requested, language)
}

/** The aspects that represent a paper in a review by year, in order of preference. */
const TIMELINE_ASPECTS: Aspect[] = ['result', 'method', 'problem']

/** Writes a heading for each year, earliest first, and below it the papers of the year. */
function writeByTime(writer: QuoteWriter, papers: PaperAspects[], language: Language): void {
  const frame = ASPECT_FRAMES[language]
  writer.write(frame.by_year(papers.length))
  const byYear = Map.groupBy(papers, ({ paper }) => yearOf(paper.work.publish_date))
  for (const year of [...byYear.keys()].toSorted((a, b) => a - b)) {
    writer.write(`\n\n### ${frame.year(year)}\n`)
    for (const { paper, stated, first } of byYear.get(year) ?? []) {
      const { title, by } = sourceLabel(paper.work, language)
      const [quote] = [...TIMELINE_ASPECTS.flatMap((aspect) => stated.get(aspect) ?? []), ...first]
      writer.write(`\n- ${frame.paper(title, by)}${COLON[language]}`)
      if (quote) writer.quote(quote)
    }
  }
}

/** The most papers under the heading of an aspect. */
const MAX_PAPERS_PER_ASPECT = 6

/** Writes a heading for each aspect, and below it the papers that state it; names the aspects that none states. */
function writeByAspect(
  writer: QuoteWriter,
  papers: PaperAspects[],
  requested: Aspect[],
  language: Language,
): void {
  const frame = ASPECT_FRAMES[language]
  writer.write(frame.review(papers.length))
  const notStated: Aspect[] = []
  for (const aspect of requested) {
    const stating = papers.filter(({ stated }) => stated.has(aspect)).slice(0, MAX_PAPERS_PER_ASPECT)
    if (stating.length === 0) notStated.push(aspect)
    else writer.write(`\n\n### ${ASPECT_NAMES[language][aspect]}\n`)
    for (const { paper, stated } of stating) {
      const { title, by } = sourceLabel(paper.work, language)
      writer.write(`\n- ${by || title}${COLON[language]}`)
      const [best] = stated.get(aspect) ?? []
      if (best) writer.quote(best)
    }
  }
  if (notStated.length > 0) writer.write(`\n\n${frame.none(listAspects(notStated, language))}`)
}
