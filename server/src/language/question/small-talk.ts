/**
 * Recognises small talk that no phrase of `talk-phrases.ts` covers: every word is one that people use towards an
 * assistant, and one of them addresses, greets or thanks it. "Do you dream?" qualifies; "Do you need transcripts?" does
 * not, because "you" may mean anybody there.
 */
const ADDRESS_WORDS = wordSet(`you your youre youve yours yourself u`)

const FUNCTION_WORDS = wordSet(`
  a an the and or but so well then just too also very really quite pretty now today tonight tomorrow again here there
  i im ive me my mine we us our it its this that thats these those is isnt are arent was were be been am do dont does
  did didnt have has had can cant could would will wont should may might must not no yes yeah oh ok okay please to of
  for in at with from by as than if when what whats who whos where wheres why how which any some something
  anything everything nothing someone anyone all most much lot little bit one first year`)

const CHAT_WORDS = wordSet(`
  smart smarter clever cleverer stupid dumb dream dreams dreaming love loves like likes hate trust believe rely call
  called name favorite favourite author book color colour food movie song songs sing joke jokes story poem dance free
  cost costs pay pays paid charge price money store save keep remember forget said say says saying ask asked answer
  answers get come comes limits limit limitations weaknesses able capable honest serious sure right wrong correct
  useless useful helpful bad good better best great nice fine amazing awesome cool perfect happy sad bored boring tired
  angry lonely sick busy feel feels feeling feelings sleep eat drink live lives born birthday age old young day night
  morning evening week weekend holiday time weather hello hi hey hiya welcome thank thanks thankyou cheers million mate
  friend friends buddy dear sir teacher boss job work working doing going wait waiting try help helped helping need
  real fake human person robot bot machine ai chatgpt gpt deepseek gemini kimi siri assistant computer alive think
  thinks know knows mean means talk talking chat chatting speak tell look see meet met glad pleased homework essay
  write read do done stop start started begin continue go come back later soon bye goodbye luck have keep up job`)

const GREETING_WORD = /^(?:hello|hi|hey|hiya)$/
const THANKS_WORD = /^(?:thanks?|thankyou|cheers|welcome)$/

/** Things that belong to the assistant when it is asked for them: "do you make up references", "your papers". */
const OWN_WORDS = wordSet(`
  reference references source sources paper papers data database library content code file files picture pictures image
  images pdf pdfs question questions difference different between update updated export upload accurate reliable
  correctly trustworthy make made many mistake mistakes error errors slow fast quick funny sing tell often kind`)
const ASKS_ITSELF =
  /\b(?:your|yours|yourself)\b|^(?:do|can|could|will|would|are|why are|why do|how many .{1,20} do) (?:you|u)\b|\bbetween you and\b/

/** Longer texts contain a real question. */
const MAX_WORDS = 14

const CHINESE_ADDRESS = /[你您]/u
/** Words removed from a text that addresses somebody; the remainder is its subject. */
const CHINESE_CHAT =
  /不同|区别|出错|保证|编造?|瞎编|可信|慢|快|重新|陪|聊聊?|写代码|代码|图片|文件|上传|更新|多久|一次|不太|意思|语气|名字|和|跟|收费|免费|要钱|多少钱|花钱|付费|客服|联系|泄露|保存|存储|记住|记得|忘记|忘了|说过?的?话|说的|来源|从哪(?:里|儿)?来|哪(?:里|儿)来|聪明|厉害|笨|蠢|傻|聪慧|可爱|漂亮|帅|无聊|孤独|难过|开心|高兴|累|困|生气|喜欢|讨厌|爱|恨|相信|信任|靠谱|可靠|准确|准不准|吃饭|吃|喝|睡觉|睡|做梦|唱歌|跳舞|讲故事|写诗|生日|结婚|男朋友|女朋友|朋友|家|住|生活|工作|上班|下班|休息|天气|几点|星期几|心情|感觉|想法|意见|错了?|对了?|不对|胡说|乱说|骗人?|撒谎|真话|假话|答非所问|回答|答案|听懂|看懂|明白|理解|比|还是|更|不如|超过|到底|究竟|其实|可以|可不可以|能不能|会不会|是不是|有没有|为什么|怎么(?:样|这么|不)?|什么|哪个|谁|多|吗|么|呢|吧|啊|呀|了|的|地|得|这么|那么|这|那|有|没有?|不|会|能|在|说|我们?|你们?|您|人|一个|一下|一点|点|真的?|好|很|太|最|都|也|又|就|才|是|要|想|请问?|今天|现在|刚才|平时|以后/gu

/** Words removed only next to a possessive or a comparison with the assistant; alone they are subjects of research. */
const CHINESE_OWN =
  /(?:[你您我]们?的|比|是(?:不是)?|[你您]和|[你您]跟|编造?|瞎编) ?(?:数据|信息|隐私|安全|文献|论文|资料|答案|知网|万方|维普|百度|谷歌|谷歌学术|人类|真人|机器人|人工智能|大?模型|chat ?gpt|gpt|deepseek|kimi|豆包|文心一言|通义千问|ai)(?:安全)?/gu

/**
 * Returns the kind of small talk of a text without punctuation, or null when it may be a question to the literature.
 */
export function classifySmallTalk(text: string): 'greeting' | 'thanks' | 'ability' | null {
  if (/\p{Script=Han}/u.test(text)) return isChineseTalk(text) ? 'ability' : null
  const said = text.split(' ')
  const asksItself = ASKS_ITSELF.test(text)
  if (
    said.length > MAX_WORDS ||
    said.some((word) => !isTalkWord(word) && !(asksItself && OWN_WORDS.has(word)))
  )
    return null
  if (said.some((word) => THANKS_WORD.test(word))) return 'thanks'
  if (said.some((word) => GREETING_WORD.test(word))) return 'greeting'
  return said.some((word) => ADDRESS_WORDS.has(word)) ? 'ability' : null
}

const isTalkWord = (word: string) =>
  ADDRESS_WORDS.has(word) || FUNCTION_WORDS.has(word) || CHAT_WORDS.has(word)

const MAX_CHINESE_CHARS = 24

const isChineseTalk = (text: string): boolean =>
  text.length <= MAX_CHINESE_CHARS &&
  CHINESE_ADDRESS.test(text) &&
  !/[\p{L}\p{N}]/u.test(
    text
      .replace(CHINESE_OWN, '')
      .replace(CHINESE_CHAT, '')
      .replace(/[你您]/gu, ''),
  )

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
