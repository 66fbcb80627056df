import { api } from '@scinav/contract'
import { languageName } from '@scinav/contract/language-name'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../api/use-read.ts'
import { fieldQuery, searchAddress, usePaperAddress } from '../addresses.ts'
import { Highlighted } from '../highlight/highlighted.tsx'
import { degreeName, langOf, type Paper, sourceNameOf } from '../paper.ts'
import { CreatorList } from './creator-list.tsx'
import styles from './paper-drawer.module.css'
import { Part } from './part.tsx'

/** Renders the full record: abstracts, people, keywords, source, identifiers, other versions. */
export function PaperRecord({ paper }: { paper: Paper }) {
  return (
    <>
      <Abstracts paper={paper} />
      {paper.keywords.length > 0 && (
        <Part title="关键词">
          <ul className={styles.words}>
            {paper.keywords.map((word) => (
              <li key={word}>
                <Link to={searchAddress(fieldQuery('KY', word))}>{word}</Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <CreatorList paper={paper} />
      {paper.versions.length > 0 && <Versions paper={paper} />}
      <Subjects codes={paper.subject_codes} />
      <Part title="著录信息">
        <dl className={styles.facts}>
          {recordFacts(paper).map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Part>
    </>
  )
}

/** The heading of a summary written by this site for a work without an abstract; of two, that of the Chinese one. */
const SITE_SUMMARY = '内容提要（本站撰写）'

/**
 * Returns the heading of the abstract in the work's language.
 *
 * @param followsChinese whether the Chinese abstract is shown above it.
 */
function abstractTitle(by: Paper['abstract_by'], followsChinese: boolean): string {
  if (by === 'site') return followsChinese ? '内容提要（本站撰写，外文）' : SITE_SUMMARY
  return followsChinese ? '原文摘要' : '摘要'
}

/** Renders both abstracts, with the quote in the address highlighted. */
function Abstracts({ paper: { abstract, abstract_zh, abstract_by, language } }: { paper: Paper }) {
  const { quote } = usePaperAddress()
  const both = [
    { name: abstract_by === 'site' ? SITE_SUMMARY : '中文摘要', text: abstract_zh },
    { name: abstractTitle(abstract_by, abstract_zh !== null), text: abstract },
  ]
  const recorded = both.flatMap(({ name, text }) => (text ? [{ name, text }] : []))
  if (recorded.length === 0)
    return (
      <Part title="摘要">
        <p className={styles.quiet}>这条记录没有摘要。</p>
      </Part>
    )
  return recorded.map(({ name, text }) => (
    <Part key={name} title={name}>
      <p className={styles.reading} lang={langOf(text, language)}>
        <Highlighted text={text} marks={quoteMarks(text, quote)} markKind="quote" />
      </p>
    </Part>
  ))
}

/** Returns the range of the first occurrence of the quote in a text; none when it does not occur. */
function quoteMarks(text: string, quote: string | null): { start: number; end: number }[] {
  const start = quote ? text.indexOf(quote) : -1
  return quote && start >= 0 ? [{ start, end: start + quote.length }] : []
}

/** Renders disciplines by name, as links to a search. */
function Subjects({ codes }: { codes: string[] }) {
  const { data } = useRead(api.preferences.disciplines, {}, { enabled: codes.length > 0 })
  const known = (data ?? []).flatMap((discipline) => [discipline, ...discipline.children])
  const chosen = known.filter(({ code }) => codes.includes(code))
  if (chosen.length === 0) return null
  return (
    <Part title="学科">
      <ul className={styles.words}>
        {chosen.map(({ code, name }) => (
          <li key={code}>
            <Link to={searchAddress(`SC:${code}`)}>{name}</Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Renders the other versions of a paper as links. */
function Versions({ paper }: { paper: Paper }) {
  const { searchOf } = usePaperAddress()
  return (
    <Part title={`另有 ${paper.versions.length} 个版本`}>
      <ul>
        {paper.versions.map(({ id, title, publish_date, label }) => (
          <li key={id}>
            <Link to={{ search: searchOf(id) }}>
              <Highlighted text={title} />
            </Link>{' '}
            <span className={styles.quiet}>{[label, publish_date].filter(Boolean).join('，')}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Names of the identifiers. */
const idNames: Readonly<Record<string, string>> = {
  arxiv: 'arXiv',
  pmid: 'PMID',
  pmcid: 'PMCID',
  openalex: 'OpenAlex',
  cstr: 'CSTR',
  dblp: 'DBLP',
  acl: 'ACL Anthology',
}

/** Returns the short facts of a record with the labels of a library catalog; empty ones are left out. */
function recordFacts(paper: Paper): { name: string; value: ReactNode }[] {
  const issue = [
    paper.basic_source_vo && `第 ${paper.basic_source_vo} 卷`,
    paper.basic_source_no && `第 ${paper.basic_source_no} 期`,
  ]
  const facts: [string, ReactNode][] = [
    [
      '来源',
      paper.basic_sourcename && <JournalLink name={paper.basic_sourcename} shown={sourceNameOf(paper)} />,
    ],
    ['卷期', issue.filter(Boolean).join(' ')],
    ['页码', paper.basic_page],
    ['发表日期', paper.publish_date],
    ['出版者', paper.publisher ?? paper.publish_venue.join('，')],
    ['出版地', paper.place],
    ['学位', paper.degree && degreeName(paper.degree)],
    ['语种', paper.language && languageName(paper.language)],
    ['DOI', paper.doi],
    ['ISSN', paper.issn],
    ['ISBN 或编号', paper.isbn],
    ['基金', paper.funds.join('；')],
    ['中图分类号', paper.clc_codes.join('；')],
    ...Object.entries(paper.external_ids).map(([key, id]): [string, ReactNode] => [idNames[key] ?? key, id]),
  ]
  return facts.filter(([, value]) => Boolean(value)).map(([name, value]) => ({ name, value }))
}

/** Links to the journal's papers, which are found by the name stored with them. */
function JournalLink({ name, shown }: { name: string; shown: string | null }) {
  return <Link to={searchAddress(fieldQuery('JN', name))}>{shown}</Link>
}
