import type { api, EngineId, OutputOf, ParsedInputOf } from '@scinav/contract'
import { idsBySeqs, type Paper, papersByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { breath } from '../../platform/foundation/breath.ts'
import { invalid } from '../../platform/foundation/errors.ts'
import { differingNames } from './compare-fields.ts'
import { type Entry, entryOf } from './entry.ts'
import { type AtPlace, findByPlace, findByPlaceAlone } from './find-by-place.ts'
import { type Candidate, candidatesOf } from './find-references.ts'
import { byTitle, judged, type Nearest, nearest, saysTitleOf, wordsIn } from './same-work.ts'
import { settleOutside } from './settle-outside.ts'

type References = typeof api.references
type Checked = OutputOf<References['check']>['list'][number]

const LIBRARY: EngineId = 'local'
/** Engines outside are waited for up to eight seconds an entry. */
const MOST_OUTSIDE = 10

/**
 * Compares references with the records of the library, and what it lacks with those of the engines that were chosen. What
 * is missing there is not said to be missing anywhere.
 *
 * @throws AppError `input.invalid` for more entries than engines outside are asked about at a time.
 */
export async function checkList(
  ctx: Context,
  { entries: texts, engines: chosen }: ParsedInputOf<References['check']>,
): Promise<OutputOf<References['check']>> {
  const outside = chosen.filter((id) => id !== LIBRARY)
  if (outside.length > 0 && texts.length > MOST_OUTSIDE)
    throw invalid('entries', `同时查站外检索来源时一次最多 ${MOST_OUTSIDE} 条`)
  const entries: Entry[] = []
  for (const text of texts) {
    entries.push(entryOf(text))
    await breath()
  }
  const candidates = await candidatesOf(ctx, entries)
  const list: Checked[] = []
  for (const entry of entries) {
    list.push(await checkOne(ctx, entry, candidates.get(entry) ?? []))
    await breath()
  }
  const { total } = await (await ctx.library.current()).search({ query: '', size: 0 })
  return { papers: total, ...(await settleOutside(ctx, entries, list, outside)) }
}

/** With fewer words an entry names nothing. */
const FEWEST_WORDS = 4
/** 「同上，第 45 页」 names the entry before it, and no work. */
const REFERS_BACK =
  /^\s*(?:(?:\[\d{1,4}\]|\d{1,4}[.)、])\s*)?(?:同上|同前|同注|ibid|idem\b|op\. ?cit|loc\. ?cit)/iu

async function checkOne(ctx: Context, entry: Entry, candidates: Candidate[]): Promise<Checked> {
  const { doi, arxiv } = entry.parsed
  const namesNothing = entry.said.words.length < FEWEST_WORDS || REFERS_BACK.test(entry.text)
  if (!doi && !arxiv && namesNothing) return { ...MISSING, status: 'unread' }
  const named = candidates.filter(({ by }) => by !== 'title')
  const known = named.find(({ paper }) => saysTitleOf(paper, entry))
  if (known) return inLibrary(entry, known)
  const [other] = named
  const settled = await byWhatItSays(ctx, entry, candidates)
  if (settled) return { ...settled, other: other?.paper ?? null }
  // Without a title and an identifier nothing could be compared.
  if (!other)
    return { ...MISSING, status: doi || arxiv || entry.parsed.title !== null ? 'missing' : 'unread' }
  // The strongest sign of all: the identifier leads to a work of another title.
  return { ...inLibrary(entry, other), status: 'differs', other: other.paper }
}

/** By its title, by its place where it has none, by all that it says, by its place although it says another title. */
async function byWhatItSays(
  ctx: Context,
  entry: Entry,
  candidates: Candidate[],
): Promise<Checked | undefined> {
  const titled = byTitle(entry, candidates)
  const placed = titled ? undefined : await findByPlace(ctx, entry)
  if (placed) return { ...NONE, ...standing(placed) }
  const likely = titled ?? (await nameless(ctx, entry))
  if (likely) return inLibrary(entry, likely)
  const alone = await findByPlaceAlone(ctx, entry)
  return alone && { ...NONE, ...standing(alone) }
}

const NONE = { paper: null, other: null, outside: null, outside_other: null, asked: [LIBRARY] }
const MISSING: Checked = { ...NONE, status: 'missing', by: null, fields: [] }

const inLibrary = (entry: Entry, candidate: Candidate): Checked => ({
  ...NONE,
  ...judged(entry, candidate),
  paper: candidate.paper,
})

const standing = ({ paper, fields }: AtPlace) => ({
  ...{ paper, fields, by: 'place' as const },
  status: fields.length > 0 ? ('differs' as const) : ('found' as const),
})

/** So much of an entry is searched for as a whole, and hits that are looked at of it. */
const WHOLE_ENTRY = 300
const MENTIONED = 10

/** By what an entry says as a whole, or by a title of which some words are other ones. */
async function nameless(ctx: Context, entry: Entry): Promise<Candidate | undefined> {
  const papers = await papersFor(ctx, wordsIn(entry.text.slice(0, WHOLE_ENTRY)), MENTIONED)
  return mentioned(entry, papers) ?? (await likeliest(ctx, entry, papers))
}

/** The paper whose title, first author and year an entry says: short titles tell nothing by themselves. */
function mentioned(entry: Entry, papers: readonly Paper[]): Candidate | undefined {
  const paper = papers.find((each) => {
    const { title, authors, year } = differingNames(each, {
      ...entry,
      parsed: { ...entry.parsed, title: each.title },
    })
    return !title && !authors && !year && each.creators.length > 0
  })
  return paper && { by: 'title', title: paper.title, paper }
}

async function papersFor(ctx: Context, query: string, size: number): Promise<Paper[]> {
  if (query === '') return []
  const engine = await ctx.library.current()
  const { hits } = await engine.search({ query, fallback: true, correct: true, size })
  const ids = await idsBySeqs(
    ctx,
    hits.map(({ seq }) => seq),
  )
  return papersByIds(
    ctx,
    hits.flatMap(({ seq }) => ids.get(seq) ?? []),
  )
}

/** Possible titles that are searched for, and hits that are looked at of each. */
const TRIED = 2
const LOOKED_AT = 5
/** The paper whose title an entry says but for some words. */
async function likeliest(
  ctx: Context,
  entry: Entry,
  mentioned: readonly Paper[],
): Promise<Candidate | undefined> {
  let best: Nearest<Paper> | undefined
  for (const title of entry.parsed.titles.slice(0, TRIED)) {
    const next = nearest(entry, title, [...(await papersFor(ctx, wordsIn(title), LOOKED_AT)), ...mentioned])
    if (next && next.share > (best?.share ?? 0)) best = next
  }
  return best && { by: 'title', title: best.paper.title, paper: best.paper }
}
