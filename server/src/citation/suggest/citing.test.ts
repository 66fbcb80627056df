import { api, type OutputOf, type Work } from '@scinav/contract'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { buildForm, testApp } from '../../testing/test-app.ts'
import { readSentences } from './match.service.ts'

type MatchEvent = OutputOf<typeof api.citing.match>

const by = (...names: string[]): Work['creators'] =>
  names.map((name) => ({ name, family: name.split(' ').at(-1) ?? '', role: 'author', affiliations: [] }))

const LIBRARY: Partial<Work>[] = [
  {
    title: 'SQuAD: 100,000+ Questions for Machine Comprehension of Text',
    abstract:
      'We present a reading comprehension dataset. It consists of questions posed by crowdworkers on Wikipedia articles.',
    creators: by('Pranav Rajpurkar', 'Jian Zhang'),
    publish_date: '2016',
    basic_sourcename: 'EMNLP',
    resource_type: 5,
    language: 'en',
  },
  {
    title: '固态电解质界面稳定性的第一性原理研究',
    abstract: '界面副反应使固态电池的阻抗升高。本文计算了界面的电化学稳定窗口。',
    creators: by('王伟'),
    publish_date: '2021',
    basic_sourcename: '物理学报',
    resource_type: 1,
    language: 'zh',
  },
  {
    title: 'Reading comprehension of children',
    abstract: 'Children read slowly.',
    creators: by('Ada Other'),
    publish_date: '2001',
    resource_type: 1,
    language: 'en',
  },
]

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const ids = await addPapers(app.base, LIBRARY)
  const match = async (input: object, after?: number) => {
    const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': String(after) }
    const { body } = await ada.send(api.citing.match, input, headers)
    return framesOf(body)
  }
  return { app, ada, ids, match }
}

/** The events of a stream with their numbers. */
function framesOf(body: string): (MatchEvent & { id: number })[] {
  return body.split('\n\n').flatMap((frame) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
    const [id, event, data] = [field('id'), field('event'), field('data')]
    return data === undefined ? [] : [{ id: Number(id), event, data: JSON.parse(data) } as never]
  })
}

const TEXT =
  'Readers are trained on SQuAD since years. We propose another reader. Is that enough?\n界面副反应会使固态电池的阻抗升高。As was said (Wang, 2020), it is so.'

test('each sentence that needs a source gets one where a paper is clearly ahead, with the sentence of it', async () => {
  const { match, ids } = await scene()
  const events = await match({ text: TEXT })
  expect(events.map(({ id, event }) => [id, event])).toEqual([
    [1, 'sentences'],
    [2, 'matched'],
    [3, 'matched'],
    [4, 'done'],
  ])
  const [first, squad, interface_, done] = events
  expect(first?.event === 'sentences' && first.data.sentences.map(({ need }) => need)).toEqual([
    'yes',
    'no',
    'no',
    'yes',
    'cited',
  ])
  expect(squad?.data).toMatchObject({
    at: 0,
    decision: 'strong',
    candidates: [{ paper: { id: ids[0] }, said: expect.arrayContaining(['SQuAD']) }],
  })
  expect(interface_?.data).toMatchObject({
    at: 3,
    candidates: [{ paper: { id: ids[1] }, quote: '界面副反应使固态电池的阻抗升高。' }],
  })
  expect(done?.data).toEqual({ looked_up: 2, papers: 3 })
})

test('a reader that was cut off goes on after the last event it saw', async () => {
  const { match } = await scene()
  const [whole, rest] = [await match({ text: TEXT }), await match({ text: TEXT }, 2)]
  expect(rest).toEqual(whole.slice(2))
})

test('what no paper says has no source, and a sentence that the rules leave out can be looked up all the same', async () => {
  const { match, ids } = await scene()
  const [, nothing] = await match({ text: 'Volcanoes of Iceland erupt beneath glaciers every decade.' })
  expect(nothing?.data).toMatchObject({ decision: 'none', candidates: [] })
  const [, overruled] = await match({ text: 'We read SQuAD aloud.', every: true })
  expect(overruled?.data).toMatchObject({ at: 0, candidates: [{ paper: { id: ids[0] } }] })
})

test('a paper that is called after what few papers say is a candidate for a sentence that says much else, and no more', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const [id] = await addPapers(app.base, [
    {
      title: '青蒿素的结构和反应',
      abstract_zh: '论证青蒿素的过氧桥。',
      creators: by('屠呦呦'),
      language: 'zh',
    },
    ...Array.from({ length: 12 }, (_, at) => ({
      title: `论城市生活之${'一二三四五六七八九十甲乙'.charAt(at)}`,
      abstract_zh: '人们的生活发生了变化，团队发现数百万人生活在城市。',
    })),
  ])
  const { body } = await ada.send(api.citing.match, {
    text: '屠呦呦团队发现了青蒿素，挽救了数百万人的生命。团队发现数百种火山岩，测量了岩浆的温度。',
  })
  const matched = framesOf(body).flatMap((each) => (each.event === 'matched' ? [each.data] : []))
  expect(matched[0]).toMatchObject({ decision: 'candidates', candidates: [{ paper: { id } }] })
  expect(matched[1]).toMatchObject({ decision: 'none', candidates: [] })
})

test.each([
  ['这个问题能解决吗？', 'no', '问句'],
  ['本文提出了一种新的方法来解决这个问题。', 'no', '作者自己的工作'],
  ['本文其余部分的结构安排如下。', 'no', '文章结构'],
  ['综上所述，上面两种做法各有长处和短处。', 'no', '承接'],
  ['# 一、引言', 'no', '标题'],
  ['这种联想是否成立，还需要更多证据。', 'no', '还没有结论'],
  ['已有研究表明词表共享会影响低资源语言。', 'yes', '已有的研究'],
  ['全球有约 43% 的语言濒临消失的危险。', 'yes', '数字'],
  ['藏语的词边界歧义率高于汉语和其他语言。', 'yes', '事实'],
  ['注意力机制首先用于机器翻译[3]。', 'cited', '已有引用'],
  ['It was shown by \\citep{bahdanau2015} long before that.', 'cited', '已有引用'],
  ['The rest of this paper is organized as follows.', 'no', '文章结构'],
  ['Our results show that it works for all of them.', 'no', '作者自己的工作'],
  ['We fine-tune RoBERTa on the training half of it.', 'yes', '他人的方法'],
  ['Previous work has relied on translated corpora for it.', 'yes', '已有的研究'],
  ['\\section{Introduction to it}', 'no', '排版'],
])('%s', (text, need, reason) => {
  const [only, ...others] = readSentences(text)
  expect(others).toEqual([])
  expect(only).toMatchObject({ need, reason: expect.stringContaining(reason) })
})

test('lines that a PDF broke are one sentence, and a citation behind the full stop belongs to what it ends', () => {
  const text =
    'Large pretrained models have changed how texts are\nread by machines. That was shown.[1] More of it followed later.'
  const said = readSentences(text).map(({ start, end, need }) => [text.slice(start, end), need])
  expect(said).toEqual([
    ['Large pretrained models have changed how texts are\nread by machines.', 'yes'],
    ['That was shown.[1]', 'cited'],
    ['More of it followed later.', 'yes'],
  ])
})

test('a text is written with numbers by first appearance, its own entries among them and one paper once', async () => {
  const { ada, ids } = await scene()
  const [squad = '', solid = ''] = ids
  const sources = [
    { key: 'own-3', paper_id: null, entry: '[3] Miller A. Riddles[J]. Folklore, 1999.' },
    { key: squad, paper_id: squad },
    { key: 'own-1', paper_id: squad, entry: '[1] Rajpurkar. SQuAD.' },
    { key: solid, paper_id: solid },
  ]
  const text = `先说旧的[@own-3]，再说数据[@${squad}][@${solid}]。又说一次[@own-1]。`
  const write = (format: 'text' | 'tex' | 'bibtex', style?: string) =>
    ada.call(api.citing.write, { text, sources, format, style })
  const { text: written } = (await write('text')) as { text: string }
  expect(written).toContain('先说旧的[1]，再说数据[2-3]。又说一次[2]。')
  expect(written.split('\n').slice(-4, -1)).toEqual([
    '[1]Miller A. Riddles[J]. Folklore, 1999.',
    expect.stringMatching(/^\[2\]Pranav Rajpurkar,Jian Zhang\.SQuAD/),
    expect.stringMatching(/^\[3\]王伟\.固态电解质/),
  ])
  const { list } = await ada.call(api.citing.list, { sources, style: 'apa-7' })
  expect(list.find(({ key }) => key === squad)?.mark).toBe('(Rajpurkar & Zhang, 2016)')
  expect(list.find(({ key }) => key === 'own-3')?.mark).toBe('(Miller, 1999)')

  const gb = { sources, style: 'gb-2025-author-date', in_text_words: 'zh' } as const
  const inChinese = await ada.call(api.citing.list, gb)
  expect(inChinese.list.find(({ key }) => key === squad)?.mark).toBe('（Rajpurkar 等，2016）')
  const inPairs = await ada.call(api.citing.list, { ...gb, in_text_words: 'zh_pairs' })
  expect(inPairs.list.find(({ key }) => key === squad)?.mark).toBe('（Rajpurkar 和 Zhang，2016）')
  const whole = await ada.call(api.citing.write, { ...gb, text, format: 'text' })
  expect((whole as { text: string }).text).toContain('（Rajpurkar 等，2016')

  const half = { ...gb, national: { punctuation: 'half' } } as const
  const inHalfWidth = await ada.call(api.citing.list, half)
  expect(inHalfWidth.list.find(({ key }) => key === squad)).toMatchObject({
    mark: '(Rajpurkar 等, 2016)',
    entry: expect.stringMatching(/^Rajpurkar, Zhang, 2016\. SQuAD/),
  })
  const halfWritten = await ada.call(api.citing.write, { ...half, text, format: 'text' })
  expect((halfWritten as { text: string }).text).toContain('(Rajpurkar 等, 2016')

  const tex = ((await write('tex')) as { text: string }).text
  const [, key = ''] = /数据\\cite\{(\w+),/.exec(tex) ?? []
  expect(((await write('bibtex')) as { text: string }).text).toContain(`{${key},`)
})

test('a Word file has the text, its headings and the list; what is gone is named', async () => {
  const { ada, ids } = await scene()
  const [squad = ''] = ids
  const text = `# 引言\n## 背景\n数据很多[@${squad}]，也有不知道的[@gone]。`
  const sources = [
    { key: squad, paper_id: squad },
    { key: 'gone', paper_id: 'gone' },
  ]
  const answer = await ada.send(api.citing.write, { text, sources, format: 'docx' })
  const xml = new TextDecoder().decode(unzipSync(answer.rawPayload)['word/document.xml'])
  expect(xml).toContain('数据很多[1]，也有不知道的[@gone]。')
  expect(xml.match(/w:val="Heading1"/g)).toHaveLength(2)
  expect(xml.match(/w:val="Heading2"/g)).toHaveLength(1)
  expect(xml.match(/<w:ind [^>]*w:hanging="420"/g)).toHaveLength(1)
  // No heading stands apart from what it heads at the foot of a page.
  expect(xml.match(/<w:keepNext\/>/g)).toHaveLength(3)
  expect(xml).toContain('参考文献')
  expect((await ada.call(api.citing.list, { sources })).missing).toEqual(['gone'])
})

test('an unknown style is refused', async () => {
  const { ada } = await scene()
  expect(await ada.refusal(api.citing.list, { sources: [], style: 'none' })).toMatchObject({
    problem: 'citation.unknown_style',
  })
})

test('a manuscript is read to text and not kept; what cannot be read says why', async () => {
  const { app, ada } = await scene()
  const form = (name: string, body: string) => buildForm([{ name, body: Buffer.from(body) }])
  const read = (bytes: Buffer) => ada.call(api.citing.readText, {}, {}, bytes)
  const { text, cut } = await read(form('论文.md', '# 引言\n\n第一段说了一件事。\n\n第二段说了另一件。'))
  expect([text.split('\n').filter(Boolean), cut]).toEqual([
    ['# 引言', '第一段说了一件事。', '第二段说了另一件。'],
    false,
  ])
  const refused = await ada.refusal(api.citing.readText, {}, {}, form('题录.bib', '@book{a, title={On it}}'))
  expect(refused).toMatchObject({ problem: 'input.invalid' })
  expect(await app.base.db.selectFrom('uploads').selectAll().execute()).toEqual([])
})

test('the longest and the most repetitive texts are taken apart and looked up', async () => {
  const { match } = await scene()
  for (const part of ['a', '.', '。', '[', '(', '[1]', '[@a]', 'A ', '\\cite{', '（王，', '\n', 'Aa1-'])
    expect((await match({ text: part.repeat(5_000).slice(0, 5_000) })).at(-1)?.event).toBe('done')
})
