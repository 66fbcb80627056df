/** Kinds of talk to the assistant; `orders` try to override its instructions. */
export type TalkKind = 'greeting' | 'thanks' | 'identity' | 'ability' | 'orders'

/**
 * Phrases of each kind of talk, Chinese and English, in lower case and without punctuation (what's is whats). A text
 * that consists of them and of filler words only is talk.
 */
export const TALK_PHRASES: Record<Exclude<TalkKind, 'orders'>, RegExp[]> = {
  identity: [
    /[你您](?:们)?(?:是|由)(?:由)?(?:谁|哪(?:个|家|一家)?(?:公司|团队|机构|人)?)(?:开发|研发|制作|训练|创造|设计|发明|写|做|造)(?:出来)?的?|谁(?:开发|研发|制作|创造|设计|发明|写|造)(?:了|出)?(?:来)?的?[你您]|[你您](?:们)?(?:是|属于)哪(?:个|家)(?:公司|团队|机构|学校)?的?(?:产品|系统)?|[你您](?:们)?(?:背后)?(?:的)?(?:公司|团队|开发商)(?:是)?(?:哪(?:个|家)?|谁|有多少人)|(?:怎么|如何)称呼[你您]?|[你您]有(?:没有)?名字/gu,
    /\bwho (?:developed|designed|programmed|wrote|owns|runs) you\b|\bwh(?:ich|at) (?:company|team|lab|university) (?:made|built|developed|created|owns|runs|is behind) (?:you|this (?:site|website|system|tool|app|assistant))\b|\b(?:who|what)(?:s| is) behind (?:you|this (?:site|website|system|tool|app|assistant))\b|\b(?:are|were) you (?:made|built|developed|created|trained) by \p{L}+(?: ai)?\b/gu,
    /[你您]是谁|[你您]叫(?:什么|啥)(?:名字)?|[你您]是(?:什么|哪个|哪种|哪家)(?:的)?(?:模型|助手|机器人|公司)?|谁(?:开发|做|训练)(?:了|出)?(?:来)?的?[你您]/gu,
    /(?:[你您]们?(?:背后)?|背后|后台)(?:的)?(?:用的|使用的|基于的)?(?:是|用)(?:的是|了)?(?:什么|哪个|哪种|啥)(?:大)?(?:语言)?模型|[你您](?:用的)?是(?:不是)?(?:真)? ?(?:ai|人工智能|人|机器人|chat ?gpt|gpt(?: ?\d)?|deepseek|大模型|语言模型)/gu,
    /(?:介绍|说说|讲讲)(?:一下)?(?:[你您])?自己|自我介绍|(?:科学导航|这个(?:系统|网站|平台|软件|工具|助手))(?:到底)?是(?:什么|啥|干什么的|做什么的)/gu,
    /[你您](?:的)?(?:开发者|作者|创造者|主人|老板)是谁|[你您]来自哪里|[你您](?:有|是不是有)(?:意识|感情|情感)|[你您](?:今年)?(?:多大|几岁)(?:了)?/gu,
    /\b(?:are you (?:sentient|alive|conscious|real|a person)|do you have (?:feelings|a name|consciousness)|how old are you|where are you from|who(?:s| is) your (?:maker|creator|developer|boss))\b/gu,
    /\bwho (?:are|made|built|created|trained) you\b|\bwho am i (?:talking|speaking|chatting) (?:to|with)\b|\bwhat are you\b(?! (?:able|capable|good))|\bwhat(?:s| is) your name\b/gu,
    /\b(?:what|which) (?:language )?model (?:are you|do you use|is behind you|is this)\b|\b(?:are you|is this) (?:an? |really )?(?:ai|bot|robot|human|person|chat ?gpt|gpt(?: ?\d)?|deepseek|language model)\b/gu,
    /\b(?:tell (?:me|us) (?:something |a bit |more )?about|introduce|describe) yourself\b|\bwhat(?:s| is) (?:scinav|this (?:site|website|system|tool|app|assistant))\b/gu,
  ],
  ability: [
    /(?:怎么|如何|怎样|能不能|能否|可不可以|可以|在哪(?:里|儿)?)(?:上传|导入|导出|下载|收藏|分享|注册|登录|退出)(?:我的)?(?:文件|文献|论文|参考文献|引文|对话|记录|账号|密码|pdf|word)?/gu,
    /[你您]们?(?:这里|这儿|这边|库里)?(?:一共|总共)?(?:有|收录)(?:了)?(?:多少|几)(?:篇|种|条)?(?:文献|论文|期刊|资料)|[你您](?:能|会|可以)?(?:支持|看懂|接受)?(?:用)?(?:英文|英语|中文|图片|语音)(?:提问|问[你您]?)?(?=吗|么| |$)|可以用(?:英文|英语|中文)(?:提问|问)?[你您]?/gu,
    /(?:给我)?(?:来|举)(?:几)?个(?:提问的|问题的)?例子|我(?:该|应该|可以)问(?:些)?什么/gu,
    /\bhow (?:do|can|should) i (?:upload|import|export|download|save|share|delete|register|log ?in|sign ?(?:in|up))(?: (?:a|an|my|the|your|these|this))?(?: (?:files?|pdfs?|papers?|references?|citations?|chats?|account|password))?\b|\bcan i ask (?:you )?(?:questions )?in (?:english|chinese)\b|\bwhat should i ask\b|\b(?:give|show) me (?:an? |some )?example questions?\b/gu,
    /[你您](?:都|还)?(?:能|会|可以|能够)(?:帮|帮助|为|给|替)?(?:到)?(?:我|我们)?(?:做|干|查|找|搜|搜索|检索|回答|解答)?(?:到)?(?:些|点)?(?:什么|哪些|啥|嘛)(?:样)?(?:的)?(?:事情|事|问题|忙)?/gu,
    /(?:能|可以)(?:帮|为|给|替)(?:我|我们)(?:做|干)(?:些|点)?(?:什么|哪些|啥)(?:事情|事)?|[你您]?(?:都|还)?(?:有|支持|提供|具备)(?:什么|哪些|啥)(?:功能|本事|能力|本领|服务)|[你您]有(?:什么|啥)用|功能(?:介绍|说明)/gu,
    /(?:科学导航|这个(?:系统|网站|平台|软件|工具|助手))(?:都|还)?(?:能|可以)(?:帮我)?(?:做|干)(?:些|点)?(?:什么|哪些|啥)(?:事情|事)?/gu,
    /(?:科学导航|这个(?:系统|网站|平台|软件|工具|助手)?)(?:要|该)?(?:怎么|如何)(?:使用|用)|(?:怎么|如何)(?:使用|用)(?:[你您]|这个)|使用(?:帮助|说明|方法)|^帮助$/gu,
    /我?(?:可以|能|该|应该)?(?:向|跟|对)?[你您]?(?:问|提问)[你您]?(?:些)?(?:什么|哪些|啥)(?:样)?(?:的)?(?:问题)?|我(?:该|应该|要|可以)?(?:怎么|如何|怎样)(?:向|跟|对)?[你您]?提问/gu,
    /[你您]?(?:能|可以|能不能|可不可以|愿意)帮(?:帮|助|一下)?(?:我|我们)(?:一下|一个忙|个忙)?|帮帮我|我?需要(?:[你您]的)?(?:帮助|帮忙)/gu,
    /[你您](?:会|能|可以|懂)(?:不会)?(?:说|讲|用|懂)?(?:英文|英语|中文|汉语)|[你您](?:会|能|可以)(?:帮我)?(?:写|做|查|找)?(?:文献)?(?:综述|翻译|润色|文献)(?=吗|么| |$)/gu,
    /\bwhat (?:else )?(?:can|do|could) (?:you|i|we) (?:do|ask|help|search|find|answer|look up)(?: me| us)?(?: with)?(?: you| here)?(?: for (?:me|us))?\b|\bwhat (?:else )?(?:you|i|we) can (?:do|ask|help with)(?: you| here)?(?: for (?:me|us))?\b/gu,
    /\bwhat are you (?:able to do|capable of|good (?:at|for))(?: for (?:me|us))?\b|\bwhat can (?:scinav|this (?:site|website|system|tool|app|assistant)) do(?: for (?:me|us))?\b|\bhow (?:can|could|do|will|would) you help(?: me| us)?\b/gu,
    /\bhow (?:do|can|should) i use (?:you|this|it|scinav)\b|\bhow do you work\b|\bhow does (?:scinav|this (?:site|website|system|tool|app|assistant)) work\b|\bwhat (?:are )?your (?:functions|features|capabilities)\b|\bwhat (?:functions|features) do you (?:have|offer|support)\b/gu,
    /\bwhat (?:(?:kinds?|sorts?|types?) of )?questions (?:can|could|should|may|do) (?:i|we|you) (?:ask|answer)(?: you)?\b|\bhow (?:do|should|can|could) i ask (?:you )?(?:a )?questions?\b/gu,
    /\b(?:can|could|would|will) you (?:please )?help(?: me| us)?(?: out| with something)?\b|\bi need (?:some |your )?help\b|^help(?: me)?$/gu,
    /\bwhat (?:sorts?|kinds?|types?) of (?:things?|stuff|tasks?) (?:can|could|do) you (?:do|handle|help with|answer)\b|\b(?:show|tell) me what you can do\b|\bwhat(?:s| is) (?:it |this )?you(?:r| are)? (?:job|purpose|good for)\b|\bwhat do you do\b|\bhow does this work\b(?=$| here)/gu,
    /[你您](?:能|可以|会)(?:上网|联网|聊天|陪我聊天)|(?:能|可以)?(?:陪我)?聊(?:聊)?天|(?:给我)?(?:讲|说)(?:一)?个(?:笑话|故事)|[你您](?:是)?(?:干什么|干啥|做什么|干嘛)(?:用)?的|[你您](?:擅长|拿手)(?:做)?(?:什么|哪些|啥)/gu,
    /\b(?:tell (?:me|us) (?:a (?:joke|story)|something (?:funny|nice|interesting))|sing (?:me|us) (?:a song|something))\b|\b(?:can|shall|could) we (?:just )?(?:chat|talk)\b|\bare you (?:online|connected to the internet)\b/gu,
    /\b(?:do|can) you (?:speak|understand|know|answer in) (?:english|chinese)\b/gu,
  ],
  thanks: [
    /(?:帮(?:了)?(?:我)?(?:大忙|很多)|解决了(?:我的)?问题|很清楚|清楚了|学到了|受教了|没有?(?:其[他它])?(?:问题|疑问)了)|(?:行|可以|好)(?:吧|了|嘞|勒|啊)|先这样/gu,
    /\b(?:a bunch|a ton|no (?:further|more|other) questions|that answers (?:my|the) question|that(?:s| is) all(?: for (?:today|now))?|alright(?: then)?|all right(?: then)?|you rock)\b/gu,
    /(?:非常|十分|太|真的?|很)?(?:谢谢|感谢|多谢)(?:[你您]们?|大家|啦)?的?(?:帮助|帮忙|回答|解答|支持)?|谢(?:啦|了)|辛苦(?:[你您])?(?:了|啦)|(?:很|非常|真)有(?:帮助|用)|太(?:好|棒)了|好的|明白(?:了)?|知道了|懂了|收到|再见|拜拜|晚安|没有?(?:别的|其他|其它)?(?:问题)?了/gu,
    /算了|没事(?:儿)?(?:了|啦)?|不用(?:了|啦)|够(?:了|用了)|先(?:这样|到这(?:里|儿)?)(?:吧)?|(?:您|你)?真(?:厉害|棒|行|聪明)|太?厉害了|回头(?:见|聊)|下次(?:见|聊)|改天聊|对不起|不好意思|抱歉/gu,
    /\b(?:never ?mind|forget it|that(?:ll| will) do|thatll be all|that(?:s| is) (?:enough|fine|perfect|everything)|well done|good (?:job|work|bot)|you(?:re| are) (?:great|the best|awesome|amazing|brilliant|a star|a lifesaver)|much obliged|see you(?: later| around)?|sorry|my (?:bad|mistake)|brilliant|lovely|excellent work)\b/gu,
    /(?<!\p{L})(?:嗯+|好|行|哦+|不用)(?!\p{L})/gu,
    /\b(?:no )?(?:thanks?|thx|cheers)(?: you)?(?: (?:so|very) much| a lot)?(?: for (?:your |the |all )*(?:help|answers?|time|support))?\b|\b(?:that(?:s| is| was) )?(?:very |really |so )?helpful\b|\b(?:that(?:s| is) )(?:all|it|great|good)\b/gu,
    /\b(?:that|this|it|which) (?:really |certainly |already )?help(?:s|ed)(?: me)?(?: a lot| a great deal)?\b|\b(?:much|really|i|we) appreciated?(?: (?:it|that|this|your help))?\b/gu,
    /\bgot it\b|\bi see\b|\b(?:good)?bye\b|\bgood night\b|\b(?:great|nice|cool|perfect|awesome|excellent)\b|\bok(?:ay)?\b/gu,
  ],
  greeting: [
    /喂+|哈哈+|呵呵+|嘿嘿+|有人在(?:吗|不|么)?|[早晚](?:上)?好?(?:啊|呀|哦)|^测试(?:一下|下)?$|^我?(?:今天|最近|现在)?(?:心情)?(?:好|很|太|真|有点)?(?:累|困|烦|无聊|难过|开心|高兴|焦虑|不好|郁闷)(?:啊|呀|了|哦)*$/gu,
    /\b(?:any(?:one|body) (?:there|here|home|in)|is any(?:one|body) (?:there|here|home|in)|lol|(?:ha){2,}h?|hehe|yo)\b|^test(?:ing)?(?: \d+)*$|^i ?a?m (?:so |very |really |a bit )?(?:bored|tired|sad|happy|lonely|stressed|hungry)$/gu,
    /[你您]们?好|大家好|哈喽|嗨|早上好|上午好|中午好|下午好|晚上好|早安|在吗|在不在|最近(?:怎么样|好吗)|今天(?:怎么样|好吗)|[你您](?:怎么样|好吗)/gu,
    /\bhello\b|\bhi\b|\bhey\b|\bgood (?:morning|afternoon|evening|day)\b|\bhow are you(?: doing)?\b|\bhow(?:s| is) it going\b|\bwhats up\b|\b(?:nice|pleased) to meet you\b/gu,
    /(?:吃(?:了|饭了)(?:吗|没)?|忙(?:吗|不忙)|有人(?:吗|在吗)?|早(?:啊|呀|哦)|哈啰|哈罗|嘿|周末愉快|新年(?:好|快乐)|节日快乐|好久不见|[你您]好呀|幸会)/gu,
    /\b(?:yo|howdy|hiya|greetings|anyone (?:there|here)|are you there|hows (?:your day|life|things)(?: going)?|how(?:s| is) your day(?: going)?|how do you do|how have you been|happy (?:new year|holidays|friday|monday)|long time no see|good to see you|whats new|sup|morning|evening|afternoon)\b/gu,
  ],
}

/** Filler words that may remain after the phrases are removed, and the names of the assistant. */
export const FILLER_WORD =
  /请问|请|麻烦|想|要|告诉|介绍|了解|知道|呀|啊|呢|吧|吗|么|哦|啦|嘛|的|了|是|你|您|我|和|也|很|那|都|先|现在|今天|一下|小?助手|科学导航|\b(?:please|and|today|there|so|very|you|me|i|the|a|much|then|now|all|everyone|everybody|again|no|my|can|could|would|like|want|to|tell|know|about|assistant|scinav)\b/gu

/** Orders to the assistant to forget its purpose or to reveal its instructions; only at the beginning of a clause. */
export const INSTRUCTION_OVERRIDE =
  /^(?:请|现在|please |now )?(?:(?:忽略|无视|忘记|忘掉|抛开).{0,12}(?:你|之前|此前|上面|以上|所有|全部).{0,16}(?:指令|提示|规则|设定|要求|限制)|(?:ignore|disregard|forget|override) (?:all |any |everything )?(?:of )?(?:your|previous|prior|the above|earlier|all|what you were told)\b|(?:打印|输出|显示|展示|复述|告诉我)(?:出)?(?:你的|全部)?(?:系统)?(?:提示词|系统提示|设定|内部指令|初始指令)|(?:把|重复|说出|透露|泄露)(?:一下)?[你您]的.{0,8}(?:提示词|系统提示|设定|指令)|(?:print|show|reveal|repeat|output)(?: me)? (?:your|the) (?:system )?(?:prompt|instructions)|(?:print|show|reveal|repeat|output|leak|display|give|tell)(?: me)? (?:your (?:system |initial |hidden |original |secret )?|the (?:system |initial |hidden |original |secret ))(?:prompt|instructions|rules)|repeat everything above|what (?:is|was|were|are) your (?:system |initial |hidden |original )?(?:prompt|instructions)|(?:你的|您的)(?:系统)?(?:提示词|系统提示|内部指令|初始指令)(?:是什么|是啥|有哪些)|(?:从现在(?:起|开始)|现在起|接下来)[，,]?(?:你|您)(?:是|就是|要扮演|扮演)|(?:from now on|you are now|pretend (?:to be|that you|you)|act as (?:if you|though you|an? (?:ai|assistant|unrestricted|evil|different)|dan\b)|roleplay as|enter (?:developer|dan|god) mode)\b|(?:假装|扮演)(?:你|一个|成)|(?:进入|开启)(?:开发者|越狱|上帝)模式|(?:只|仅)(?:回复|回答|输出)(?:一个词|这个词|「|“|")|(?:reply|respond|answer) (?:with )?only (?:with )?(?:the word\b|["“'])|reply with only\b)/u
