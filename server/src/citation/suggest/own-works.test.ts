import { api, type OutputOf } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'

type MatchEvent = OutputOf<typeof api.citing.match>

const BIBTEX = `@article{kim2019,
  title = {QuietReader: a reading comprehension corpus of railway manuals},
  author = {Kim, Ada and Wu, Bo},
  journal = {Journal of Manuals}, year = {2019}, volume = {7}, pages = {11--29},
  abstract = {We present a corpus of questions on railway manuals for reading comprehension.}
}
@article{lee2001, title = {Weather over small islands}, author = {Lee, Cy}, year = {2001}}
`
const SENTENCE = 'QuietReader is a corpus of questions on railway manuals for reading comprehension.'

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addPapers(app.base, [
    { title: 'Reading comprehension of children', abstract: 'Children read slowly.' },
  ])
  const match = async (input: object) => {
    const { body } = await ada.send(api.citing.match, input)
    return body.split('\n\n').flatMap((frame): MatchEvent[] => {
      const event = /^event: (.*)$/m.exec(frame)?.[1]
      const data = /^data: (.*)$/m.exec(frame)?.[1]
      return data === undefined ? [] : [{ event, data: JSON.parse(data) } as never]
    })
  }
  return { ada, match }
}

test('a work of one’s own that the library lacks is proposed, and printed with all that its record says', async () => {
  const { ada, match } = await scene()
  const events = await match({ text: SENTENCE, own: BIBTEX })
  const matched = events.find(({ event }) => event === 'matched')
  if (matched?.event !== 'matched') throw new Error('nothing was matched')
  const [first] = matched.data.candidates
  expect(first).toMatchObject({
    paper: { id: 'mine-1' },
    outside: null,
    own: { basic_sourcename: 'Journal of Manuals' },
  })
  const source = { key: 'mine-1', paper_id: null, work: first?.own ?? null }
  const { list } = await ada.call(api.citing.list, { sources: [source], style: 'spec' })
  expect(list[0]?.entry).toMatch(/^\[1\].*Kim.*QuietReader.*Journal of Manuals.*2019,7:11-29/)
  const text = `${SENTENCE.slice(0, -1)}[@mine-1].`
  const written = await ada.call(api.citing.write, {
    text,
    sources: [source],
    style: 'spec',
    format: 'bibtex',
  })
  expect(written).toMatchObject({ text: expect.stringContaining('Journal of Manuals') })
})

test('what is no list of records is refused', async () => {
  const { ada } = await scene()
  const { body } = await ada.send(api.citing.match, { text: SENTENCE, own: 'Kim, 2019' })
  expect(body).toContain('BibTeX')
})
