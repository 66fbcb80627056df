import type { ResearchEvidence, ResearchNote, ResearchState } from '@scinav/contract'
import { escapeData } from '../../language/text/clean.ts'
import { estimateTokens } from '../../language/text/text-size.ts'

/** A work as it is offered to the model that writes: its note, if it was read by a model, and citable sentences. */
interface OfferedWork {
  source_id: string
  /** Title, authors, year and venue. */
  record: string
  note: ResearchNote | undefined
  sentences: ResearchEvidence[]
}

/**
 * The works of a prompt, in its order, with the ids by which the model cites them: the third is `E3`, its second sentence
 * `E3.2`. A flat id counts the sentences of all works instead: `E9` is the ninth of them.
 */
export interface OfferedWorks {
  works: OfferedWork[]
  /** Sentences by their flat ids, which `flattenIds` puts in place of the others. */
  flat: ReadonlyMap<string, ResearchEvidence>
}

/** Bounds of what is offered. */
interface OfferLimits {
  works: number
  sentences_a_work: number
  /** Estimated tokens of all sentences and notes together. */
  tokens: number
}

/**
 * Offers the evidence of works, in the order of the first piece of each, as far as the limits allow; a work that would
 * exceed the tokens ends the list.
 */
export function offerWorks(
  { notes, read }: Pick<ResearchState, 'notes' | 'read'>,
  evidence: ResearchEvidence[],
  limits: OfferLimits,
): OfferedWorks {
  const bySource = [...Map.groupBy(evidence, ({ source_id }) => source_id)].slice(0, limits.works)
  const sources = new Map(read.map((each) => [each.source_id, each]))
  let tokensLeft = limits.tokens
  const works = bySource.flatMap(([source_id, evidenceOfWork]) => {
    const note = notes.find((each) => each.source_id === source_id)
    const sentences = evidenceOfWork.slice(0, limits.sentences_a_work)
    tokensLeft -= estimateTokens([...sentences.map(({ quote }) => quote), ...noteFields(note)].join(' '))
    const {
      authors = [],
      year = null,
      venue = '',
      title = sentences[0]?.title,
    } = sources.get(source_id) ?? {}
    const record = [title, ...authors, year, venue].join(' ')
    return tokensLeft >= 0 ? [{ source_id, record, note, sentences }] : []
  })
  return {
    works,
    flat: new Map(works.flatMap(({ sentences }) => sentences).map((each, at) => [`E${at + 1}`, each])),
  }
}

/** The fields of a note that a prompt shows. */
const NOTE_FIELDS = ['claim', 'method', 'data', 'figures', 'limits'] as const

const noteFields = (note: ResearchNote | undefined): string[] =>
  note ? NOTE_FIELDS.map((name) => note[name]) : []

/** Returns the id of each work in the prompt by its source. */
export const workIds = ({ works }: OfferedWorks): Map<string, string> =>
  new Map(works.map(({ source_id }, at) => [source_id, `E${at + 1}`]))

/** Returns the id of each sentence in the prompt by its evidence. */
export const sentenceIds = ({ works }: OfferedWorks): Map<string, string> =>
  new Map(
    works.flatMap(({ sentences }, work) =>
      sentences.map(({ evidence_id }, at) => [evidence_id, `E${work + 1}.${at + 1}`] as const),
    ),
  )

/**
 * Returns the blocks of the works for a prompt: the record and the note of each, and a line for every
 * sentence.
 */
export function workBlocks({ works }: OfferedWorks, { read }: ResearchState, nonce: string): string {
  const sources = new Map(read.map((each) => [each.source_id, each]))
  const toLine = (text: string) => escapeData(text, nonce).replace(/\s+/g, ' ').trim()
  // A straight quotation mark would end the attribute.
  const attribute = (text: string) => toLine(text).replaceAll('"', '”')
  return works
    .map(({ source_id, note, sentences }, at) => {
      const id = `E${at + 1}`
      const { authors = [], year = null, venue = '', title } = sources.get(source_id) ?? {}
      const authorNames = authors.length > 1 ? `${authors[0]} et al.` : (authors[0] ?? '')
      const byline = [authorNames, year ?? '', venue].filter((part) => part !== '').join(', ')
      const heading = title ?? sentences[0]?.title ?? ''
      const fields = note
        ? NOTE_FIELDS.flatMap((name) => (note[name] === '' ? [] : [`${name}: ${toLine(note[name])}`]))
        : []
      return [
        `<work-${nonce} id="${id}" title="${attribute(heading)}" by="${attribute(byline)}">`,
        ...(fields.length > 0 ? [`note: ${fields.join(' | ')}`] : []),
        ...sentences.map(({ quote }, sentence) => `${id}.${sentence + 1} ${toLine(quote)}`),
        `</work-${nonce}>`,
      ].join('\n')
    })
    .join('\n')
}

/** The id of a work or of one of its sentences in a text; the group is the number of the work. */
const WORK_ID = /(?<![\p{Script=Latin}\p{N}])E(\d{1,3})(?:\.\d{1,2})?(?![\p{N}])/gu

/** Returns a text in which the ids of works and sentences (`E3`, `E3.2`) are replaced by authors and year of the works. */
export function nameWorks(
  text: string,
  { works }: OfferedWorks,
  { read }: Pick<ResearchState, 'read'>,
): string {
  const sources = new Map(read.map((each) => [each.source_id, each]))
  return text.replace(WORK_ID, (id, number: string) => {
    const source = sources.get(works[Number(number) - 1]?.source_id ?? '')
    if (!source) return id
    const { authors, year, title } = source
    return [authors[0] ?? `“${title}”`, authors.length > 1 ? 'et al.' : '', year ?? '']
      .filter((part) => part !== '')
      .join(' ')
  })
}

/** What models write before the number of a work. */
const NAME = '(?:E|Evidence|Sources?|证据|来源|文献)'
/** A work or one of its sentences: `E3`, `E3.2`, `3`. */
const ITEM = `(?:${NAME}\\s?)?\\d{1,3}(?:\\.\\d{1,2})?`
/** A list of ids in brackets; in round ones, where figures stand as well, the first has a name. */
const ID_LIST = new RegExp(
  `(?:[[【［]\\s?\\^?|[(（]\\s?(?=${NAME}))\`?${ITEM}(?:\\s?[,，、;；–—-]\\s?${ITEM}){0,20}\`?\\s?\\\\?[\\]】］)）]`,
  'gi',
)
/** A range of sentences of one work that names the work once: `E3.2-4`. */
const SHORT_RANGE = /(\d{1,3})\.(\d{1,2})(\s?[–—-]\s?)(\d{1,2})(?![\d.])/g
/** Stands for an id that was not offered; never so many sentences are. */
export const UNKNOWN_ID = '999'

/**
 * Replaces ids of sentences, and ids of works (which mean their first sentence), by flat ids, so that `[E3.2]` becomes
 * `[E9]` where it is the ninth sentence of the prompt.
 */
export function flattenIds(text: string, { works, flat }: OfferedWorks): string {
  const numbers = new Map([...flat].map(([id, { evidence_id }]) => [evidence_id, id.slice(1)]))
  return text.replace(ID_LIST, (list) =>
    list
      .replace(SHORT_RANGE, '$1.$2$3$1.$4')
      .replace(/(\d{1,3})(?:\.(\d{1,2}))?/g, (_, work: string, sentence: string | undefined) => {
        const evidence = works[Number(work) - 1]?.sentences[Number(sentence ?? 1) - 1]
        return (evidence && numbers.get(evidence.evidence_id)) ?? UNKNOWN_ID
      }),
  )
}
