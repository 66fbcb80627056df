import { yearOf } from '@scinav/search'
import type { Language } from '../../../language/question/question.ts'
import { type QuoteWriter, sourceLabel } from '../../../retrieval/index.ts'
import type { Aspect } from './aspect-cues.ts'
import { ASPECT_FRAMES, ASPECT_NAMES, listAspects } from './frames.ts'
import type { PaperAspects } from './paper-aspects.ts'

/** The aspects that represent a paper in a review by year, in order of preference. */
const TIMELINE_ASPECTS: Aspect[] = ['result', 'method', 'problem']

/** Writes a review by year, earliest first, with one sentence per paper. */
export function writeByTime(out: QuoteWriter, papers: PaperAspects[], language: Language): void {
  const frame = ASPECT_FRAMES[language]
  out.write(frame.by_year(papers.length))
  const byYear = Map.groupBy(papers, ({ paper }) => yearOf(paper.work.publish_date))
  for (const year of [...byYear.keys()].toSorted((a, b) => a - b)) {
    out.write(`\n\n### ${frame.year(year)}\n`)
    for (const { paper, told, first } of byYear.get(year) ?? []) {
      const { title, by } = sourceLabel(paper.work, language)
      const [quote] = [...TIMELINE_ASPECTS.flatMap((aspect) => told.get(aspect) ?? []), ...first]
      out.write(`\n- ${frame.paper(title, by)}${language === 'zh' ? '：' : ': '}`)
      if (quote) out.quote(quote)
    }
  }
}

/** The most papers quoted under one heading of a review, with one quote each. */
const MAX_QUOTES_PER_HEADING = 6

/** Writes a review by aspect. */
export function writeReview(
  out: QuoteWriter,
  papers: PaperAspects[],
  asked: Aspect[],
  language: Language,
): void {
  const frame = ASPECT_FRAMES[language]
  out.write(frame.review(papers.length))
  const silent: Aspect[] = []
  for (const aspect of asked) {
    const telling = papers.filter(({ told }) => told.has(aspect)).slice(0, MAX_QUOTES_PER_HEADING)
    if (telling.length === 0) silent.push(aspect)
    else out.write(`\n\n### ${ASPECT_NAMES[language][aspect]}\n`)
    for (const { paper, told } of telling) {
      const { title, by } = sourceLabel(paper.work, language)
      out.write(`\n- ${by || title}${language === 'zh' ? '：' : ': '}`)
      for (const quote of (told.get(aspect) ?? []).slice(0, 1)) out.quote(quote)
    }
  }
  if (silent.length > 0) out.write(`\n\n${frame.none(listAspects(silent, language))}`)
}
