import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../context/context.ts'
import { breath } from '../foundation/breath.ts'
import { idsBySeqs, type Paper, papersByIds } from '../papers/index.ts'
import { saidText, shareSaid, wordsOf } from './alike.ts'
import { differingFields } from './compare-fields.ts'
import { type Entry, entryOf, titlesOf } from './entry.ts'
import { type Candidate, candidatesOf, isSame, isTitleOf } from './find-references.ts'

type References = typeof api.references
type Checked = OutputOf<References['check']>['list'][number]

/** Compares references with the records of the library. What is missing there is not said to be missing anywhere. */
export async function checkList(
  ctx: Context,
  { entries: texts }: ParsedInputOf<References['check']>,
): Promise<OutputOf<References['check']>> {
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
  return { list, papers: total }
}

/** With fewer words an entry names nothing. */
const FEWEST_WORDS = 4
/** As physics cites: `Ehlers J and Sachs R K, 1968 J. Math. Phys. 9 1344`. There is no title to look for. */
const TITLELESS =
  /(?:^|\s)(?:19|20)\d\d[a-z]? (?:\p{Lu}\p{L}{0,12}\.? (?:and |& )?){1,6}\d{1,4}:? ?\p{Lu}?\d{1,7}(?: |$|\.)/u

/** An entry says enough of a title where no more than this is missing. */
const SAME_TITLE = 0.6

async function checkOne(ctx: Context, entry: Entry, candidates: Candidate[]): Promise<Checked> {
  const { doi, arxiv, title } = entry.parsed
  const { said } = entry
  if (!doi && !arxiv && said.words.length < FEWEST_WORDS) return { ...MISSING, status: 'unread' }
  const says = ({ paper }: Candidate) =>
    title === null || Math.max(...titlesOf(paper).map((each) => shareSaid(wordsOf(each), said))) >= SAME_TITLE
  const named = candidates.filter(({ by }) => by !== 'title')
  const known = named.find(says)
  if (known) return told(entry, known)
  const titled = byTitle(entry, candidates) ?? (await mentioned(ctx, entry)) ?? (await likeliest(ctx, entry))
  const [other] = named
  if (titled) return { ...told(entry, titled), other: other?.paper ?? null }
  if (!other) return doi || arxiv || !TITLELESS.test(entry.text) ? MISSING : { ...MISSING, status: 'unread' }
  // The strongest sign of all: the identifier leads to a work of another title.
  return { ...told(entry, other), status: 'differs', other: other.paper }
}

const MISSING: Checked = { status: 'missing', by: null, paper: null, fields: [], other: null }

/** By its whole title: a paper whose author or year is named, else any. */
function byTitle(entry: Entry, candidates: Candidate[]): Candidate | undefined {
  const titled = candidates.filter(({ by, title, paper }) => by === 'title' && isTitleOf(paper, title))
  return titled.find(({ title, paper }) => isSame(paper, entry, title)) ?? titled[0]
}

function told(entry: Entry, { by, paper }: Candidate): Checked {
  const fields = differingFields(paper, entry)
  return { status: fields.length > 0 ? 'differs' : 'found', by, paper, fields, other: null }
}

/** So much of an entry is searched for as a whole, and hits that are looked at of it. */
const WHOLE_ENTRY = 300
const MENTIONED = 10

/** The paper whose title, first author and year an entry says: short titles tell nothing by themselves. */
async function mentioned(ctx: Context, entry: Entry): Promise<Candidate | undefined> {
  const query = wordsIn(entry.text.slice(0, WHOLE_ENTRY))
  const paper = (await papersFor(ctx, query, MENTIONED)).find((each) => {
    const differing = differingFields(each, { ...entry, parsed: { ...entry.parsed, title: each.title } })
    return !differing.some(({ field }) => NAMING.has(field)) && each.creators.length > 0
  })
  return paper && { by: 'title', title: paper.title, paper }
}

const NAMING = new Set(['title', 'authors', 'year'])

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

/** Words alone, as an entry has them: nothing in it is an operator. */
const wordsIn = (text: string): string => text.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? ''

/** Possible titles that are searched for, and hits that are looked at of each. */
const TRIED = 2
const LOOKED_AT = 5
/** Of a title with other words in it so much has to agree, and an author or the year. */
const LIKE_TITLE = 0.7

/** The paper whose title an entry says but for some words. */
async function likeliest(ctx: Context, entry: Entry): Promise<Candidate | undefined> {
  let best: { paper: Paper; share: number } | undefined
  for (const title of entry.parsed.titles.slice(0, TRIED)) {
    const papers = await papersFor(ctx, wordsIn(title), LOOKED_AT)
    const given = [...new Set(wordsOf(title))]
    for (const paper of papers) {
      const share = Math.max(
        ...titlesOf(paper)
          .map(wordsOf)
          .map((words) => Math.min(shareSaid(words, entry.said), shareSaid(given, saidText(words)))),
      )
      if (share >= LIKE_TITLE && share > (best?.share ?? 0) && agrees(paper, entry)) best = { paper, share }
    }
  }
  return best && { by: 'title', title: best.paper.title, paper: best.paper }
}

/** Whether the first author or the year is that of a paper. */
function agrees(paper: Paper, entry: Entry): boolean {
  const differing = differingFields(paper, entry).map(({ field }) => field)
  return !(differing.includes('authors') && differing.includes('year'))
}
