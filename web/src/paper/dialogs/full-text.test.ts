import { expect, test } from 'vitest'
import { paperOf } from '../../testing/papers.ts'
import { snippetOf } from '../highlight/highlighted.tsx'
import { pdfAddress, publisherAddress } from '../paper.ts'
import { defaultTemplates, fillTemplate, parseTemplates } from './full-text.ts'

const paper = {
  ...paperOf('p1', 'H<sub>2</sub>S & 超导?', {
    doi: '10.1000/a(b)c',
    issn: '1234-5678',
    publish_date: '2015-08',
    basic_sourcename: 'Nature',
  }),
  authors_short: ['Drozdov A P'],
}
const filled = (url: string) => fillTemplate({ name: 'x', url }, paper)

test('a template gets the paper, escaped and without mark-up', () => {
  expect(filled('https://a.cn/?q={title}&y={year}&d={doi}')).toBe(
    'https://a.cn/?q=H2S%20%26%20%E8%B6%85%E5%AF%BC%3F&y=2015&d=10.1000%2Fa(b)c',
  )
})

test('an OpenURL resolver gets the fields of the standard', () => {
  const query = new URL(filled('https://r.edu.cn/openurl?{openurl}')).searchParams
  expect(query.get('ctx_ver')).toBe('Z39.88-2004')
  expect(query.get('rft_id')).toBe('info:doi/10.1000/a(b)c')
  expect(query.get('rft.au')).toBe('Drozdov A P')
  expect(query.has('rft.volume')).toBe(false)
})

test('an unknown placeholder stays, a known one without a value goes', () => {
  expect(fillTemplate({ name: 'x', url: 'https://a.cn/{toString}/{issn}' }, { ...paper, issn: null })).toBe(
    'https://a.cn/{toString}/',
  )
})

test('without a setting the usual links show; what is no web address never does', () => {
  expect(parseTemplates(null)).toBe(defaultTemplates)
  expect(
    parseTemplates([{ name: '坏', url: 'javascript:alert(1)' }, { name: '好', url: 'https://a.cn' }, 7]),
  ).toEqual([{ name: '好', url: 'https://a.cn' }])
})

test('only web addresses are offered as PDF or page', () => {
  expect(pdfAddress({ pdf_url: 'javascript:alert(1)' })).toBeUndefined()
  expect(pdfAddress({ pdf_url: 'https://arxiv.org/pdf/1' })).toBe('https://arxiv.org/pdf/1')
  expect(publisherAddress({ doi: '10.1/x', url: 'https://b.cn' })).toBe('https://doi.org/10.1/x')
  expect(publisherAddress({ doi: null, url: 'data:text/html,x' })).toBeUndefined()
})

test('the two lines of an abstract begin shortly before the first hit, at a sentence', () => {
  const abstract = `${'很长的开头说了很多别的事情，'.repeat(12)}这里结束。这一句才说到超导现象。`
  const start = abstract.indexOf('超导')
  const snippet = snippetOf({ ...paper, abstract, abstract_zh: '另一种语言' }, [
    { field: 'abstract', start, end: start + 2 },
  ])
  expect(snippet?.text.slice(snippet.from)).toBe('这一句才说到超导现象。')
})

test('without a hit the Chinese abstract is shown from its beginning', () => {
  expect(snippetOf({ ...paper, abstract: 'English', abstract_zh: '中文' }, [])).toMatchObject({
    text: '中文',
    from: 0,
  })
  expect(snippetOf(paper, [])).toBeUndefined()
})
