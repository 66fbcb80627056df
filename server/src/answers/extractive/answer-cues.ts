import { type Concept, planWords } from '@scinav/search'
import type { QuestionType } from '../../language/question/question-type.ts'

const RESULT_CUE =
  /表明|发现|证明|说明|揭示|显示|得出|结论|结果|达到|\b(?:we (?:find|found|show|demonstrate|observe|conclude|argue)|results?|shows?|showed|suggests?|indicates?|reveals?|demonstrates?|conclude[sd]?|found|findings?|confirms?|evidence|achieves?|outperforms?)\b/iu
/** Phrases that state how good a result is. */
const PERFORMANCE_CUE = String.raw`精度(?:接近|高于|达)|接近(?:实验|人类|真人|最优)|大幅(?:领先|超过|提高|降低)|刷新|\b(?:near-\p{L}+ (?:accuracy|quality|performance)|by a wide margin|state-of-the-art (?:results?|accuracy|performance))\b`
const METHOD_CUE =
  /提出|通过|利用|采用|基于|方法|首先|然后|结合|引入|设计|构建|\b(?:propose[sd]?|present[sed]*|introduce[sd]?|using|uses?|used|by \p{L}+ing|based on|approach|method|framework|algorithm|combin\p{L}+|adopt|train(?:ed|ing|s)?|first|then|consists?|employ\p{L}*|leverag\p{L}+|via|apply|applied|adding|optimi[sz]\p{L}+)\b/iu

/** Words by which a sentence shows that it gives the kind of answer asked for. */
const TYPE_CUES: Record<
  Exclude<QuestionType, 'list' | 'number' | 'year' | 'definition' | 'other'>,
  RegExp
> = {
  cause:
    /因为|由于|原因|导致|所致|源于|归因|因此|致使|造成|使得|缘于|在于|难以|妨碍|阻碍|制约|受限于|使|让|从而|取决于|更能|\b(?:lets?|enabl\p{L}+|rests? on|depends? on|answers? with|hinder\p{L}*|hamper\p{L}*|imped\p{L}+|impair\p{L}*|because|due to|owing to|since|caus\p{L}+|reasons?|as a result|results? in|resulting (?:in|from)|leads? to|leading to|led to|attribut\p{L}+|stems? from|thanks to|therefore|hence|thus|arises?|explain\p{L}*|makes? it|cannot|lack of|difficult\p{L}*|small size|so that|given the|hijacks?|no|not|fails?|suffers?|inherent\p{L}*|problem\p{L}*|hard|challeng\p{L}+|requires?|needs?)\b/iu,
  comparison:
    /优于|高于|低于|超过|不如|相比|相当|较|更|胜过|差异|不同|持平|好于|领先|而|\b(?:than|outperform\p{L}*|better|worse|best|superior|inferior|advantage|faster|slower|higher|lower|exceed\p{L}*|surpass\p{L}*|compar\p{L}+|versus|whereas|while|on par|similar|greater|tighter|more|less|improve\p{L}*|poorly|fails?|both)\b/iu,
  limitation:
    /局限|限于|不足|尚未|仍然?|然而|但是?|有待|缺乏|困难|未能|\b(?:however|limited|limitations?|still|yet|but|fails?|cannot|only|lack\p{L}*|remain\p{L}*|issues?|difficult\p{L}*|poorly|struggl\p{L}+|challeng\p{L}+|due to)\b/iu,
  method: METHOD_CUE,
  conclusion: new RegExp(`${RESULT_CUE.source}|${PERFORMANCE_CUE}`, 'iu'),
  'yes-no': new RegExp(
    `${RESULT_CUE.source}|不|未|无|并非|\\b(?:not|no|never|cannot|only|yet|robust|does|can|weighs?|may|(?:find|found) that|fail\\p{L}*|unable|hardly|rarely|helps?|hurts?|harms?|sufficient)\\b`,
    'iu',
  ),
}

/** Words that name a cause explicitly; the other cues of a cause occur in sentences of any kind. */
const NAMES_CAUSE =
  /因为|由于|原因|导致|所致|源于|归因|致使|造成|缘于|在于|妨碍|阻碍|制约|受限于|\b(?:hinders?|hindered|hampers?|hampered|impedes?|impeded|impairs?|impaired|because|due to|owing to|since|caus(?:e[sd]?|ing)|reasons?|as a result of|results? (?:in|from)|resulting (?:in|from)|leads? to|leading to|led to|attribut\p{L}+|stems? from|thanks to|arises? from|explain(?:s|ed)?|given the|that is why)\b/iu
/** Words that state an outcome or a negation, for yes-or-no questions. */
const STATES_OUTCOME = new RegExp(
  `${RESULT_CUE.source}|不|未|无|并非|\\b(?:not|no|never|hardly|rarely|fail\\p{L}*|unable|helps?|hurts?|harms?|sufficient|struggl\\p{L}+|than|improv\\p{L}+|outperform\\p{L}*)\\b`,
  'iu',
)
const STRONG_CUES: Partial<Record<QuestionType, RegExp>> = { cause: NAMES_CAUSE, 'yes-no': STATES_OUTCOME }
const DOUBTFUL_CUE_SCORE = 0.5

/** Returns how clearly a sentence shows the kind of answer asked for: 0, 0.5 or 1; 0 for types without cues. */
export function cueScore(type: QuestionType, sentence: string): number {
  if (!(type in TYPE_CUES) || !TYPE_CUES[type as keyof typeof TYPE_CUES].test(sentence)) return 0
  const plain = STRONG_CUES[type as keyof typeof STRONG_CUES]
  return plain && !plain.test(sentence) ? DOUBTFUL_CUE_SCORE : 1
}

const STATES_INTENT =
  /^(?:.{0,60}, )?(?:we|i|this (?:paper|work|study|article|talk|thesis|chapter))\s(?:\p{L}{2,14} )?(?:investigat|examin|explor|stud(?:y|ies)|analy[sz]e|ask|consider|address|look|aim|seek|discuss|compar)\p{L}*|\bwhether\b|是否|^(?:本文|本研究|文章|我们)(?:探讨|研究|考察|分析|比较|讨论|试图)/iu
const STATES_RESULT =
  /\b(?:finds?|found|show(?:s|ed|n)?|demonstrat\p{L}+|suggest\p{L}*|reveal\p{L}*|conclu\p{L}+|indicat\p{L}+|confirm\p{L}*|observ\p{L}+|prov(?:e[sd]?|en)|than|outperform\p{L}*|better|worse|superior|inferior|on par)\b|表明|发现|证明|显示|得出|结论|优于|高于|低于/iu

/** Returns whether a sentence states what is studied rather than what was found: "We investigate whether", 「本文考察」. */
export const statesIntentOnly = (sentence: string): boolean =>
  STATES_INTENT.test(sentence) && !STATES_RESULT.test(sentence)

const NAMES_PRECEDING =
  /\b(?:call|term|dub|name|denote|define|refer to)(?:s|ed)? (?:this|these|such|it|them)\b|\b(?:this|these|such)\b.{0,40}\b(?:called|termed|dubbed|known as|referred to as)\b|将(?:此|这|其)|称之为|^这.{0,20}(?:称为|叫做)/iu

/** Returns whether a sentence names what the previous one describes: "We term this phenomenon X". */
export const namesPrecedingSentence = (sentence: string): boolean => NAMES_PRECEDING.test(sentence)

const MIN_WEIGHT_SHARE = 0.4
const MAX_NAMES = 12
const BEFORE_DEFINED_NAME =
  '(?:called|known as|referred to as|termed|so-called|task of|problem of|notion of|concept of|definition of|phenomenon of|即|所谓|称为|称作|叫做)\\s?(?:the |a |an )?["“\']?'
/** Verbs of creation, whose object is often defined next to them: "we present LIDA, a tool for", 「提出 LIDA」. */
const CREATION_VERB =
  '(?:propos|present|introduc|releas|describ|develop|creat|build|built|construct)\\p{L}{0,4}\\s(?:the |a |an |our )?(?:(?!for\\b|of\\b|on\\b|to\\b|that\\b|which\\b|using\\b|based\\b)[\\p{L}\\p{N}-]{1,20}\\s){0,4}'
const AFTER_CREATED_NAME =
  '[\\p{L}\\p{N}-]{0,6}["”]?(?:\\s?[(（][^)）]{1,40}[)）])?\\s?(?:[,，:：–—]|-\\s|(?:is|are|a|an|the|which|that|to)\\b)'
const AFTER_DEFINED_NAME =
  '["”\']?(?:\\s?[(（][^)）]{1,30}[)）])?,?\\s?(?:which |that )?(?:is|are|was|refers?|means?|denotes?|aims?|consists?|involves?|describes?|requires?|seeks?|i\\.e\\.|是|指|即|旨在|意味着|定义为)(?![\\p{L}]*ed\\b)'

/**
 * Creates a test of whether a sentence defines something: "X is a", "we call it X", "X refers to", 「所谓 X」. It is built
 * once per question from its rarest words and their translations and returns 1 for a definition of them, 0.3 for
 * another, else 0.
 */
export function definitionCue(concepts: Concept[]): (sentence: string) => number {
  const most = Math.max(0, ...concepts.map(({ weight }) => weight))
  const names = concepts
    .filter(({ weight }) => weight >= most * MIN_WEIGHT_SHARE)
    .flatMap(({ plan }) => planWords(plan))
    .filter((word) => !word.startsWith('=') && [...word].length > 1)
    .slice(0, MAX_NAMES)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '.'))
  if (names.length === 0) return () => 0
  const name = `(?:${names.join('|')})\\p{L}{0,6}`
  const defined = new RegExp(
    `${name}${AFTER_DEFINED_NAME}|${BEFORE_DEFINED_NAME}(?:[\\p{L}-]+ )?${name}|${CREATION_VERB}${name}${AFTER_CREATED_NAME}|提出(?:了)?(?:一[种个])?[^，。]{0,12}${name}`,
    'iu',
  )
  return (sentence) => (defined.test(sentence) ? 1 : WEAK_DEFINITION.test(sentence) ? WEAK_CUE_SCORE : 0)
}

const WEAK_CUE_SCORE = 0.3
const WEAK_DEFINITION =
  /\b(?:is an?|are|refers? to|means?|defined as|known as|referred to as|called|task|i\.e\.|consists?|involves?|we (?:propose|present|introduce|release))\b|是一[种个]|是指|定义|称为|即|提出/iu
