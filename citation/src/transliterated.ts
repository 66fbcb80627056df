/** Characters that Chinese uses to transliterate foreign names, after Xinhua's tables; some are common surnames too. */
const TRANSLITERATION_CHARACTERS = new Set(
  '阿埃艾爱安昂敖奥澳巴白拜班邦保鲍贝本比彼宾滨波伯柏勃博卜布采蔡策茨达大戴黛丹当道德登邓狄迪蒂丁东杜敦顿多俄厄恩尔法凡范方菲费芬丰冯佛夫弗福富盖甘冈高戈哥格葛根贡古瓜圭哈海汉汗豪赫黑亨洪侯胡华怀惠霍基吉加贾杰金京卡凯坎康考科可克肯孔库夸奎昆拉莱赖兰朗劳勒雷蕾里理利莉丽历立连林琳留柳龙隆卢鲁露路吕伦罗洛马迈麦曼芒茅梅门蒙孟米密明缪莫默姆慕穆内那纳娜奈南瑙尼妮宁纽农努诺欧帕派潘庞培佩彭皮匹平珀普奇齐契恰钱乔切钦琴丘邱奎热仁日荣茹瑞若撒萨塞赛桑瑟森沙莎山善尚绍舍申圣胜施什史士思丝斯松苏索所塔泰坦汤陶特滕提汀廷图托瓦万旺威韦维卫魏温沃翁乌武西希锡喜夏香肖谢辛欣兴休许雅亚延扬耶叶伊依因英尤于约泽扎詹珍芝治朱兹宗佐'.match(
    /./gu,
  ),
)

const COMPOUND_SURNAMES =
  /^(?:欧阳|太史|端木|上官|司马|东方|独孤|南宫|万俟|闻人|夏侯|诸葛|尉迟|公羊|赫连|澹台|皇甫|宗政|濮阳|公冶|公孙|慕容|仲孙|钟离|长孙|宇文|司徒|鲜于|司空|令狐|百里|呼延|东郭|南门|西门|达奚|拓跋|轩辕)$/u

const isTransliterationText = (text: string): boolean =>
  [...text].every((character) => TRANSLITERATION_CHARACTERS.has(character))

/**
 * Returns whether a name in Chinese characters transliterates a foreign one: 里德, 大卫. Its parts are kept separate,
 * because Chinese and Japanese names are not written this way.
 */
export const isTransliterated = (family: string, given: string): boolean =>
  family.length > 1 && given !== '' && !COMPOUND_SURNAMES.test(family) && isTransliterationText(family)
