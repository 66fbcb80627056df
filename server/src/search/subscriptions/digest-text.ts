import type { Paper } from '../../library/papers/index.ts'

/** The new papers of one subscription in a digest. */
export interface DigestSection {
  subscription_id: string
  name: string
  /** The papers named in the mail, newest first. */
  papers: Paper[]
  /** Number of further papers that are not named. */
  more: number
}

const PERIOD_NAMES = { daily: '今日', weekly: '本周' }

interface Digest {
  nick_name: string
  period: keyof typeof PERIOD_NAMES
  sections: DigestSection[]
  /** Notices of retractions of works that the reader uses, each with the hash route where it stands. */
  retractions: readonly { text: string; route: string | null }[]
  /** Public URL of the installation; without it the mail has no links to it. */
  url: string | undefined
}

/** Returns the subject and the plain text of the mail about new papers and retractions; it has at least one of both. */
export function digestText({ nick_name, period, sections, retractions, url }: Digest): {
  subject: string
  text: string
} {
  const count = sections.reduce((sum, { papers, more }) => sum + papers.length + more, 0)
  const subject = [
    ...(count > 0 ? [`${PERIOD_NAMES[period]}订阅更新：${count} 篇新文献`] : []),
    ...(retractions.length > 0 ? [`撤稿提醒 ${retractions.length} 条`] : []),
  ].join('，')
  const parts = [
    `${nick_name}，您好：`,
    ...(retractions.length > 0 ? [retractionsText(retractions, url)] : []),
    ...(count > 0 ? [`您的订阅有 ${count} 篇新文献。`] : []),
    ...sections.map((section) => sectionText(section, url)),
    url ? `管理订阅或停止邮件：${url}/#/subscribe` : '管理订阅或停止邮件：请登录科学导航，打开「我的订阅」。',
  ]
  return { subject: `【科学导航】${subject}`, text: `${parts.join('\n\n')}\n` }
}

const retractionsText = (retractions: Digest['retractions'], url: string | undefined): string =>
  [
    '■ 您使用的文献有撤稿或关注声明',
    ...retractions.flatMap(({ text, route }, index) => [
      `${index + 1}. ${plainTitle(text)}`,
      ...(url && route ? [`   ${url}/#${route}`] : []),
    ]),
  ].join('\n')

/** Returns the part of a digest about one subscription: its papers, and a link to all of them. */
function sectionText(
  { subscription_id, name, papers, more }: DigestSection,
  url: string | undefined,
): string {
  const link = url ? `${url}/#/subscribe/searchResult?id=${subscription_id}` : undefined
  const unnamed = more > 0 ? `另有 ${more} 篇。` : ''
  const linkToAll = link ? `查看全部：${link}` : ''
  return [
    `■ ${name}（${papers.length + more} 篇）`,
    ...papers.map((paper, index) => paperText(paper, index + 1)),
    ...[unnamed + linkToAll].filter((line) => line !== ''),
  ].join('\n')
}

/** Further authors are replaced by 等. */
const MAX_NAMED_AUTHORS = 3

/** Returns the lines about a paper: number and title, authors with journal and year, and its address. */
function paperText(paper: Paper, number: number): string {
  const authors =
    paper.authors_short.slice(0, MAX_NAMED_AUTHORS).join('，') +
    (paper.authors_short.length > MAX_NAMED_AUTHORS ? ' 等' : '')
  const source = [paper.basic_sourcename, /\d{4}/.exec(paper.publish_date ?? '')?.[0]]
    .filter(Boolean)
    .join('，')
  const origin = [authors, source].filter(Boolean).join('. ')
  const link = paper.doi ? `https://doi.org/${paper.doi}` : paper.url
  const lines = [`${number}. ${plainTitle(paper.title)}`, origin, link ?? '']
  return lines.filter((line) => line !== '').join('\n   ')
}

/** Returns a title, or a text with titles, on one line and without light mark-up. */
const plainTitle = (title: string): string =>
  title
    .replace(/<\/?(?:sub|sup|i)>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
