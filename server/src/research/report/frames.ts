import { inCorners, inDoubleQuotes, inTitleMarks } from '@scinav/contract/quoted'
import type { Language } from '../../language/question/question.ts'
import { SITE_MARK, SITE_NOTE } from '../../retrieval/index.ts'

/**
 * Fixed sentences of a report in the language of its question; both languages have the same keys. Lists are passed in
 * already joined, unless a parameter is an array: `sentenceGap` stands between sentences, `comma` between the items of
 * a list, `pause` between the details of a step.
 */
export const REPORT_FRAMES = {
  zh: {
    // Headings
    opening: '要点',
    comparison: '比较',
    figures: {
      timeline: { title: '发展脉络', group: '阶段' },
      taxonomy: { title: '路线分类', group: '类别' },
    },
    figureHead: ['内容', '文献年份'],
    openQuestions: '证据的局限与待解决的问题',
    conclusion: '结论',
    scope: '检索范围与方法',
    evidence: (title: string) => `主要证据：${title}`,
    agreement: '文献间一致与分歧（仅并列）',
    distribution: '年份与来源分布',
    limits: '局限与未覆盖',
    insufficient: '证据不足',
    // How the text was made
    withoutModel: '没有使用模型：正文由原文摘录和固定的说明组成，未作归纳推断。',
    byModel: (model: string) =>
      `正文由模型「${model}」依据读到的文献写成，凡是有出处的话都标出所据的原句；承上启下的句子不标。没有用模型的部分由原文摘录组成，在该节和「局限与未覆盖」里说明。`,
    verified: (verified: number, all: number) =>
      verified === all
        ? `全部 ${all} 处引用都由模型与所引原句逐一核对过意思，不符的在引用处标出。`
        : verified === 0
          ? `${all} 处引用只核对了数字和专名是否见于所引文献，没有逐句核对意思，请对照原句。`
          : `${all} 处引用中，有 ${verified} 处由模型与所引原句逐一核对过意思，不符的在引用处标出；其余只核对了数字和专名。`,
    readByModel: (works: number, sources: number) =>
      `模型逐篇读了 ${works} 篇文献的摘要或检索到的段落并写下笔记，正文引用了其中 ${sources} 篇。`,
    sectionFellBack: (reason: string) => `这一节没有用模型（${reason}），由原文摘录组成。`,
    partsWithoutModel: (reason: string, parts: string) => `没有用模型的部分（${reason}）：${parts}。`,
    tasks: {
      plan: () => '研究计划',
      widen: (title: string) => `${inCorners(title)}换说法再查`,
      synthesis: () => '综合比较与提纲',
      check: (title: string) => `${inCorners(title)}一节的引文核对`,
      notes: (title: string) => `${inCorners(title)}的文献阅读`,
      section: (title: string) => `${inCorners(title)}一节`,
      repair: (title: string) => `${inCorners(title)}一节核对后的改写`,
    },
    agreementByModel: '文献间一致与分歧',
    // Scope and method
    questionAndDate: (question: string, date: string) =>
      `本报告针对的问题是${inCorners(question)}，检索日期为 ${date}。`,
    searchedIn: (places: string) => `检索范围：${places}。`,
    library: '本馆文献',
    papers: (count: number) => `指定的 ${count} 篇文献`,
    datasets: (count: number) => `${count} 个知识库`,
    folders: (count: number) => `知识库的 ${count} 个文件夹`,
    files: (count: number) => `${count} 份附件`,
    narrowed: (chips: string) => `限定条件：${chips}。`,
    plan: { template: '模板拟定的计划', model: '模型拟定的计划', user: '您修改过的计划' },
    plannedBy: (by: string, version: number, steps: number) =>
      `按${by}（第 ${version} 版）分 ${steps} 步检索：`,
    stepTitles: (titles: string[]) => `${titles.join('；')}。`,
    searches: (queries: string) => `检索式：${queries}`,
    query: (query: string) => inCorners(query),
    state: { done: '', empty: '没有找到可以摘录的原文', failed: '检索失败', skipped: '没有检索' },
    totals: (sources: number, quotes: number, cited: number) =>
      `共读到 ${sources} 篇相关文献，从其中 ${cited} 篇摘录了 ${quotes} 处原文，按检索到的先后和与各步的贴合程度选取。`,
    // Evidence of a step
    quotedFrom: (sources: number, quotes: number) => `这一步从 ${sources} 篇文献摘录 ${quotes} 处：`,
    nothingQuoted: '这一步没有找到可以摘录的原文。',
    aspects: { problem: '问题', method: '做法', data: '数据', result: '结果', limitation: '局限' },
    // Joints
    sentenceGap: '',
    colon: '：',
    comma: '、',
    pause: '；',
    // Agreement and disagreement
    similarHead: '以下说法相近：',
    differentHead: '以下说法不同，或一方的结论是否定的：',
    nothingComparable:
      '在摘录的原文之间，没有发现可以直接并列的相同或相反的说法；这不等于文献之间没有一致或分歧。',
    sideBySide: '下面只把原文并列，不作判断。',
    table: '各文献的说法并列如下（空格表示摘录中没有说到）：',
    source: '文献',
    // Years and sources
    countedOver: (count: number) => `统计的是读到的 ${count} 篇相关文献，不只是正文引用的。`,
    years: (from: number, to: number, middle: number) =>
      from === to
        ? `都发表于 ${from} 年。`
        : `最早的发表于 ${from} 年，最近的发表于 ${to} 年，中位数是 ${middle} 年。`,
    undated: (count: number) => `另有 ${count} 篇没有年份。`,
    venues: (list: string) => `出现两次以上的来源：${list}。`,
    noRepeatedVenue: '没有出现两次以上的来源。',
    languages: (list: string) => `语种：${list}。`,
    labelCount: (label: string, count: number) => `${label}（${count} 篇）`,
    language: { zh: '中文', en: '英文', other: '其他语种', unknown: '未注明语种' } as Record<string, string>,
    // Limits
    statedLimits: '文献自述的局限：',
    noStatedLimits: '摘录的原文没有说到自身的局限；这不等于没有。',
    limitsAbove: '文献自述的局限见上文各节。',
    uncovered: '本次检索没有覆盖的：',
    abstractsOnly: '本馆记录只有题名、摘要和关键词；除上传的文件外没有读全文。',
    searchedByWords: '按字词和术语对照检索，换了说法的文献可能没有找到。',
    notFound: (title: string) => `${inCorners(title)}这一步没有找到可以摘录的原文。`,
    notSearched: (title: string) => `${inCorners(title)}这一步没有检索。`,
    failedStep: (title: string, why: string) => `${inCorners(title)}这一步检索失败：${why}。`,
    partlyFailedStep: (title: string, why: string) => `${inCorners(title)}这一步有检索式没有成功：${why}。`,
    // `why` ends the sentence: `WIDER_SEARCH_NOTES`.
    searchedWider: (titles: string[], why: string) =>
      `${titles.map(inCorners).join('、')}${titles.length > 1 ? '这几步' : '这一步'}${why}。`,
    noNewerThan: (year: number) => `读到的文献里没有 ${year} 年以后发表的。`,
    oneLanguage: (language: string) => `读到的文献都是${language}的。`,
    // Not enough evidence
    fewSources: (count: number) =>
      count === 0
        ? '没有找到与这个问题相关的文献，因此不写成报告。'
        : `只找到 ${count} 篇相关文献，不足以写成报告，只列出找到的原文。`,
    triedSearches: '试过的检索式：',
    suggestions: '可以换用更常见的术语，放宽年份等限定，选择更多的检索来源，或上传手头的文献再试一次。',
    // Quotations and sources
    quote: (text: string) => `「${text}」`,
    site: SITE_MARK.zh,
    siteNote: SITE_NOTE.zh,
    sourceLine: (title: string, by: string) => `${inTitleMarks(title)}${by === '' ? '' : `（${by}）`}`,
  },
  en: {
    // Headings
    opening: 'In brief',
    comparison: 'Comparison',
    figures: {
      timeline: { title: 'How the field developed', group: 'Phase' },
      taxonomy: { title: 'Approaches at a glance', group: 'Branch' },
    },
    figureHead: ['What was done or found', 'Years of the works'],
    openQuestions: 'Limits of the evidence and open questions',
    conclusion: 'Conclusion',
    scope: 'Scope and method',
    evidence: (title: string) => `Main evidence: ${title}`,
    agreement: 'Agreement and disagreement (side by side only)',
    distribution: 'Years and sources',
    limits: 'Limits and what is not covered',
    insufficient: 'Not enough evidence',
    // How the text was made
    withoutModel:
      'No model was used: the text is made of quotations and fixed sentences, and draws no conclusions.',
    byModel: (model: string) =>
      `The text was written by the model “${model}” from the works that were read; what rests on a source names its sentence, while linking sentences name none. What no model wrote is made of quotations, and says so there and under the limits.`,
    verified: (verified: number, all: number) =>
      verified === all
        ? `All ${all} citations were compared with their sentences by a model, and are marked where they do not hold.`
        : verified === 0
          ? `For the ${all} citations only figures and names were compared with the cited works, not the meaning of each sentence; please compare it yourself.`
          : `Of ${all} citations ${verified} were compared with their sentences by a model, and are marked where they do not hold; for the rest only figures and names were compared.`,
    readByModel: (works: number, sources: number) =>
      `A model read the abstracts, or the passages found, of ${works} works and took notes; the text cites ${sources} of them.`,
    // Reasons are worded for the person who runs the research, in Chinese.
    sectionFellBack: (_reason: string) => 'No model wrote this section; it is made of quotations.',
    partsWithoutModel: (_reason: string, parts: string) => `Done without a model: ${parts}.`,
    tasks: {
      plan: () => 'the plan',
      widen: (title: string) => `further searches for ${inDoubleQuotes(title)}`,
      synthesis: () => 'the comparison and the outline',
      check: (title: string) => `the check of ${inDoubleQuotes(title)}`,
      notes: (title: string) => `the reading for ${inDoubleQuotes(title)}`,
      section: (title: string) => `the section ${inDoubleQuotes(title)}`,
      repair: (title: string) => `the revision of ${inDoubleQuotes(title)}`,
    },
    agreementByModel: 'Agreement and disagreement',
    // Scope and method
    questionAndDate: (question: string, date: string) =>
      `The question of this report is ${inDoubleQuotes(question)}. Searched on ${date}.`,
    searchedIn: (places: string) => `Where it was searched: ${places}.`,
    library: 'the library',
    papers: (count: number) => `${count} chosen papers`,
    datasets: (count: number) => `${count} knowledge bases`,
    folders: (count: number) => `${count} folders of a knowledge base`,
    files: (count: number) => `${count} attached files`,
    narrowed: (chips: string) => `Narrowed to: ${chips}.`,
    plan: { template: 'a template plan', model: 'a plan made by a model', user: 'the plan as you edited it' },
    plannedBy: (by: string, version: number, steps: number) =>
      `Searched by ${by} (version ${version}) in ${steps} steps:`,
    stepTitles: (titles: string[]) => `${titles.join('; ')}.`,
    searches: (queries: string) => `searches: ${queries}`,
    query: (query: string) => inDoubleQuotes(query),
    state: {
      done: '',
      empty: 'nothing found that can be quoted',
      failed: 'the search failed',
      skipped: 'not searched',
    },
    totals: (sources: number, quotes: number, cited: number) =>
      `${sources} relevant sources were read; ${quotes} quotations of ${cited} of them were chosen, by their rank and by how well they fit each step.`,
    // Evidence of a step
    quotedFrom: (sources: number, quotes: number) =>
      `This step quotes ${quotes} passages from ${sources} sources:`,
    nothingQuoted: 'This step found nothing that can be quoted.',
    aspects: {
      problem: 'Problem',
      method: 'Method',
      data: 'Data',
      result: 'Result',
      limitation: 'Limitation',
    },
    // Joints
    sentenceGap: ' ',
    colon: ': ',
    comma: ', ',
    pause: '; ',
    // Agreement and disagreement
    similarHead: 'These say much the same:',
    differentHead: 'These differ, or one of them denies what the other says:',
    nothingComparable:
      'Among what was quoted nothing can be set side by side as saying the same or the opposite; this does not mean that the literature agrees or disagrees on nothing.',
    sideBySide: 'Quotations are set side by side without being judged.',
    table: 'What the sources say of themselves, side by side (empty where what was quoted does not say):',
    source: 'Source',
    // Years and sources
    countedOver: (count: number) =>
      `Counted over the ${count} relevant sources that were read, cited or not.`,
    years: (from: number, to: number, middle: number) =>
      from === to
        ? `All appeared in ${from}.`
        : `The earliest appeared in ${from}, the latest in ${to}; the median is ${middle}.`,
    undated: (count: number) => `${count} have no year.`,
    venues: (list: string) => `Venues that occur more than once: ${list}.`,
    noRepeatedVenue: 'No venue occurs more than once.',
    languages: (list: string) => `Languages: ${list}.`,
    labelCount: (label: string, count: number) => `${label} (${count})`,
    language: { zh: 'Chinese', en: 'English', other: 'other languages', unknown: 'not stated' } as Record<
      string,
      string
    >,
    // Limits
    statedLimits: 'Limits that the sources state themselves:',
    noStatedLimits: 'What was quoted states no limits of its own; this does not mean that there are none.',
    limitsAbove: 'The limits that the sources state themselves stand in the sections above.',
    uncovered: 'What this search does not cover:',
    abstractsOnly:
      'Records of the library hold title, abstract and keywords; apart from uploaded files no full text was read.',
    searchedByWords:
      'The search goes by words and known terms; papers that put it otherwise may have been missed.',
    notFound: (title: string) => `The step ${inDoubleQuotes(title)} found nothing that can be quoted.`,
    notSearched: (title: string) => `The step ${inDoubleQuotes(title)} was not searched.`,
    failedStep: (title: string, why: string) => `The step ${inDoubleQuotes(title)} failed: ${why}.`,
    partlyFailedStep: (title: string, why: string) =>
      `A search of the step ${inDoubleQuotes(title)} failed: ${why}.`,
    // `why` ends the sentence: `WIDER_SEARCH_NOTES`.
    searchedWider: (titles: string[], why: string) =>
      `In the ${titles.length > 1 ? 'steps' : 'step'} ${titles.map(inDoubleQuotes).join(', ')} ${why}.`,
    noNewerThan: (year: number) => `None of the sources read appeared after ${year}.`,
    oneLanguage: (language: string) => `All sources read are in ${language}.`,
    // Not enough evidence
    fewSources: (count: number) =>
      count === 0
        ? 'Nothing was found that is relevant to this question, so no report is written.'
        : `Only ${count} relevant ${count === 1 ? 'source was' : 'sources were'} found, which is not enough for a report; what was found is listed.`,
    triedSearches: 'Searches that were tried:',
    suggestions:
      'More common terms, fewer restrictions, more places to search, or papers of your own may help.',
    // Quotations and sources
    quote: (text: string) => `“${text}”`,
    site: SITE_MARK.en,
    siteNote: SITE_NOTE.en,
    sourceLine: (title: string, by: string) => `${title}${by === '' ? '' : ` (${by})`}`,
  },
} as const

/** The fixed sentences in one language. */
export type ReportFrame = (typeof REPORT_FRAMES)[Language]
