import { MANUSCRIPT_CHECK_LIMITS, type ManuscriptCheckEvent } from '@scinav/contract'
import { type Block, UnreadableDocument } from '@scinav/documents'
import { type CheckedText, checkEvent, type ManuscriptCheck, ManuscriptFault } from '../check/check.ts'
import {
  type Manuscript,
  type ManuscriptBlock,
  manuscriptBlocks,
  type ReadingFault,
} from '../reading/index.ts'
import { countCitedSentences } from './cited-sentences.ts'
import { readInThread } from './read-in-thread.ts'
import { isLatexName } from './read-latex-files.ts'

const { entries: MAX_ENTRIES, chars: MAX_CHARS } = MANUSCRIPT_CHECK_LIMITS

/** What limits the check of a manuscript, for whoever reads the result; other faults are reported in other ways. */
const WARNINGS: Partial<Record<ReadingFault, string>> = {
  'no-markers': '正文里没有认出引用标记，列表与正文没有对照；各条参考文献照常核对',
  'list-in-table': '参考文献表排在表格里，编号与位置可能不准',
  'references-in-notes': '参考文献写在脚注或尾注里，按注释逐条核对',
  'bibtex-in-text': '稿件里有 BibTeX 题录，按题录逐条核对',
  'too-many-markers': '正文的引用标记太多，超出的部分没有对照',
}

/**
 * Reads the stored file, finds its list and its citations, and stores them as the text of the check.
 *
 * @throws ManuscriptFault when the file cannot be read or has no list of references.
 */
export async function* readStage(check: ManuscriptCheck): AsyncGenerator<ManuscriptCheckEvent> {
  const { manuscript, ...facts } = await readStored(check)
  if (manuscript.entries.length === 0)
    throw new ManuscriptFault(
      '没有找到参考文献表，请确认稿件里有「参考文献」一节，或改用「核对参考文献表」粘贴文献',
    )
  for (const fault of manuscript.faults) {
    const warning = WARNINGS[fault]
    if (warning !== undefined) yield checkEvent('warning', { text: warning })
  }
  // All entries are stored; the stages that look entries up take the first `MAX_ENTRIES`.
  const found = manuscript.entries.length
  if (found > MAX_ENTRIES)
    yield checkEvent('warning', {
      text: `参考文献有 ${found.toLocaleString('en')} 条，一次最多核对 ${MAX_ENTRIES.toLocaleString('en')} 条，只核对了前面的部分`,
    })
  const text: CheckedText = { ...manuscript, ...facts }
  await check.storage.saveText(text)
  yield checkEvent('manuscript.ready', {
    facts: {
      title: facts.title,
      pages: facts.pages,
      chars: countChars(manuscript.blocks),
      entries: found,
      markers: manuscript.markers.length,
      cited_sentences: countCitedSentences(manuscript),
    },
  })
}

type ReadFile = Pick<CheckedText, 'title' | 'authors' | 'pages'> & { manuscript: Manuscript }

/**
 * Reads the file of a check: LaTeX as it is, everything else as the parser reads it.
 *
 * @throws ManuscriptFault with the reason when it cannot be read.
 */
async function readStored(check: ManuscriptCheck): Promise<ReadFile> {
  const { file_name: name, storage, signal } = check
  if (!isLatexName(name)) {
    const { blocks, ...facts } = await parseStored(check)
    return { ...facts, manuscript: await readInThread({ blocks }, signal) }
  }
  const manuscript = await storage.withFile((path) => readInThread({ latex: { path, name } }, signal))
  if (!manuscript) throw new ManuscriptFault(LOST_MESSAGE)
  limitChars(countChars(manuscript.blocks))
  const title = manuscript.blocks.find(({ kind }) => kind === 'heading')?.text
  return { manuscript, title: title ?? name, authors: [], pages: 1 }
}

const LOST_MESSAGE = '服务器上找不到这份稿件的内容，请重新上传'

interface ParsedManuscript extends Pick<CheckedText, 'title' | 'authors' | 'pages'> {
  blocks: ManuscriptBlock[]
}

/**
 * Parses the file of a check in a process of its own.
 *
 * @throws ManuscriptFault as `readStored`.
 */
async function parseStored({ ctx, file_name, signal, storage }: ManuscriptCheck): Promise<ParsedManuscript> {
  try {
    const parsed = await storage.withFile((path) =>
      ctx.providers.parsing.parse(
        { id: ctx.newId(), owner_id: ctx.actor.id, path, name: file_name },
        { signal },
      ),
    )
    if (!parsed) throw new ManuscriptFault(LOST_MESSAGE)
    try {
      const { facts } = parsed
      // A bibliography file has works and no text.
      if (facts.works > 0) throw new ManuscriptFault('这是一份题录文件，请到「核对参考文献表」里使用')
      const blocks = await collectBlocks(parsed.blocks())
      if (blocks.every(({ text }) => text.trim() === ''))
        throw new ManuscriptFault('稿件里没有文字；扫描的页面请先做文字识别再上传')
      const pages = facts.pages.length
      return {
        blocks: manuscriptBlocks(blocks, { hasPages: pages > 0 }),
        title: facts.title || file_name,
        authors: facts.authors,
        pages: Math.max(1, pages),
      }
    } finally {
      await parsed.discard()
    }
  } catch (error) {
    if (error instanceof UnreadableDocument) throw new ManuscriptFault(error.message)
    throw error
  }
}

/** Returns the length of all texts in UTF-16 units. */
const countChars = (blocks: readonly { text: string }[]): number =>
  blocks.reduce((sum, { text }) => sum + text.length, 0)

/** @throws ManuscriptFault for a text longer than the limit of a check. */
function limitChars(chars: number): void {
  if (chars > MAX_CHARS) throw new ManuscriptFault(`稿件超过 ${MAX_CHARS / 10_000} 万字，请分成几份核对`)
}

/** @throws ManuscriptFault for a text longer than the limit of a check. */
async function collectBlocks(batches: AsyncIterable<Block[]>): Promise<Block[]> {
  const blocks: Block[] = []
  let chars = 0
  for await (const batch of batches) {
    chars += countChars(batch)
    limitChars(chars)
    blocks.push(...batch)
  }
  return blocks
}
