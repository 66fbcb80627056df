import { citationMarks } from '@scinav/contract/cited-text'
import { extractNames } from './rank-sources.ts'
import type { ManuscriptSentence } from './split-sentences.ts'

/** Whether a sentence needs a source, and the reason in Chinese. */
export interface SourceNeed {
  need: 'yes' | 'no' | 'cited'
  reason: string
}

const no = (reason: string): SourceNeed => ({ need: 'no', reason })
const yes = (reason: string): SourceNeed => ({ need: 'yes', reason })

const MIN_HAN_CHARS = 6
const MIN_WORDS = 5

const QUESTION_END = /[?？]["'”’）)\s]{0,4}$|(?:吗|呢)[。.]?\s{0,4}$/u

/** Statements on the structure of a text, and (`TRANSITION_PHRASE`) phrases that connect its parts. */
const STRUCTURE_PHRASE =
  /^(?:the )?(?:rest|remainder) of (?:this|the) (?:paper|article|thesis|work)|^(?:in )?(?:section|chapter|appendix|table|figure|fig\.|eq\.|algorithm) ?[\dA-Z]|^this (?:section|chapter) |\b(?:is|are) (?:organi[sz]ed|structured) as follows|as follows[:：.]?$|\b(?:see|in) (?:section|figure|table|appendix) \d|^(?:本文|论文|全文|文章)(?:其余|余下|的?结构|的?组织|共分|分为|安排|后续)|(?:安排|组织|结构)如下|^(?:第[一二三四五六七八九十\d]{1,3}[章节部]|本[章节]|如?[图表]\s?\d|下[文面]|上[文述])/iu
const TRANSITION_PHRASE =
  /^(?:(?:in summary|in conclusion|to sum up|overall|finally|therefore|thus|hence|as (?:mentioned|noted|discussed|shown) (?:above|before|earlier))\b|综上|总之|由此可见|总的来说|总而言之|换言之|接下来|首先要说明|为此|基于(?:此|上述|以上)|如前所述)/iu

/** Words by which writers refer to their own work. */
const OWN_WORK_CUE =
  /\b(?:we|our|ours|us|i|my)\b|\b(?:this|the present|the current) (?:paper|work|study|article|thesis|research|report|survey|review|tutorial|demo|system)\b|\b(?:our|the) proposed\b|本文|本研究|本工作|本课题|本项目|本论文|本系统|本实验|我们|笔者|作者将|拟(?:采用|构建|研究)/iu
/** Verbs of using the work of others, which needs a source even when the writer reports the use. */
const REUSE_CUE =
  /\b(?:us(?:e|es|ed|ing)|adopt\w*|appl(?:y|ies|ied)|employ\w*|extend\w*|follow\w*|build(?:s|ing)? (?:up)?on|based on|fine-?tun\w+|evaluat\w+|compar\w+|experiments? (?:on|with)|test(?:ed)? on|outperform\w*|replicat\w+|reproduc\w+|utili[sz]\w+|leverag\w+)\b|采用|使用|利用|借鉴|沿用|基于|参照|对比|相比|优于|复现|微调|扩展/iu
/** Statements on open questions, which rest on no source. */
const OUTLOOK_CUE =
  /(?:还|仍|尚)(?:需要?|有待|待|须)(?:更多|进一步|继续|更深入)|有待(?:进一步|后续|今后)|\b(?:remains? to be (?:seen|shown|studied|explored)|more (?:research|work|evidence) is needed|further (?:research|work|study) is needed)\b/iu
const OTHER_WORK_CUE =
  /\b(?:previous|prior|recent|earlier|existing|related) (?:work|stud\w+|research|approaches|methods|models)|\b(?:has|have) been (?:shown|proposed|found|reported|demonstrated|studied|used|applied)|\b(?:researchers|scholars|studies|authors) (?:have |has )?(?:show|found|find|report|propos|argu|suggest)\w*|研究(?:表明|发现|显示|认为|指出|证实)|有(?:学者|研究|文献)|(?:学者|文献|已有|现有|前人|国内外).{0,12}(?:提出|认为|指出|研究|表明|发现)|被(?:广泛|证明|认为|用于)|首先用于|首次提出|实验表明/iu
const STATISTIC =
  /\d(?:[\d.,]{0,12}\d)?\s?(?:%|％|％|倍|亿|万|percent|million|billion|fold)|百分之|\d{4}\s?年/iu

/** Decides by rules whether a stretch of a text needs a source; the user may overrule the decision. */
export function sourceNeed({ kind }: Pick<ManuscriptSentence, 'kind'>, sentence: string): SourceNeed {
  if (kind === 'heading') return no('标题，不需要出处')
  if (kind === 'markup') return no('排版命令、表格或公式，不需要出处')
  if (citationMarks(sentence).length > 0) return { need: 'cited', reason: '已有引用，保持不动' }
  if (isTooShort(sentence)) return no('太短，没有说出可以查证的内容')
  if (QUESTION_END.test(sentence.slice(-12))) return no('问句，不需要出处')
  return sentenceNeed(sentence.slice(0, MAX_SENTENCE_CHARS), extractNames(sentence).length > 0)
}

const MAX_SENTENCE_CHARS = 400

/** @param named whether the sentence has a name. */
function sentenceNeed(sentence: string, named: boolean): SourceNeed {
  if (STRUCTURE_PHRASE.test(sentence)) return no('说明文章结构，不需要出处')
  if (OWN_WORK_CUE.test(sentence))
    return named && REUSE_CUE.test(sentence)
      ? yes('用到了他人的方法、数据或系统')
      : no('作者自己的工作，不需要出处')
  if (TRANSITION_PHRASE.test(sentence) && !named) return no('承接上下文，不需要出处')
  if (OTHER_WORK_CUE.test(sentence)) return yes('提到已有的研究')
  if (STATISTIC.test(sentence)) return yes('给出了数字')
  if (OUTLOOK_CUE.test(sentence) && !named) return no('说的是还没有结论的事，不需要出处')
  return yes(named ? '提到具体的方法、数据或系统' : '陈述事实或观点')
}

function isTooShort(sentence: string): boolean {
  const han = sentence.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = sentence.match(/[\p{Script=Latin}\p{N}]+/gu)?.length ?? 0
  return han < MIN_HAN_CHARS && words < MIN_WORDS && han / MIN_HAN_CHARS + words / MIN_WORDS < 1
}
