/** Words of direction and negation, as stems of `analyse` (English) or as patterns (Chinese); `up` opposes `down`. */
const UP_WORDS =
  'increas increase rise rises rose risen rais higher high greater more elev enhanc upregul upregulate induc promot stimul accel activ improv gain grow grew grown growth augment boost strengthen extend expand longer larger faster better amplif amplifi facilit favor favour potenti trigger posit gener drive enabl abund excess overexpress encourag replenish potent upmodul stronger restor enlarg intensifi rescu amelior prolong aggrav stabil support'
const DOWN_WORDS =
  'decreas decrease fall falls fell fallen lower low less fewer reduc reduce declin drop inhibit suppress downregul downregulate attenu diminish impair weaken block prevent loss lose lost slow slower shorter smaller worse worsen delay abrog abolish repress limit restrict hinder deplet depletion deplete defici deficient deficiency insuffici insufficient lack absent negat antagon shrink minim ablat silenc knockdown knockout disrupt protect imped impede restrain constrain dampen hamper counteract mitig allevi revers deregul deactiv inactiv scarc rare rarer suppressor struggl inhibitor downmodul poorer fewer weaker'
const NEGATION_WORDS =
  'not no never neither nor none without cannot fail fails failed unable absence unlik unaffect unchang unrel insignific ineffect noneffect nonsignific fals uncorrel unassoci little hardly scarcely inaccur inaccurate incap incapable insensit inact unnecessari unnecessary unlikely impossible dispensable dispens irrelev irrelevant exclud rule contrari'

/** Stems of increase, decrease and negation. */
export const DIRECTIONS = {
  up: new Set(UP_WORDS.split(' ')),
  down: new Set(DOWN_WORDS.split(' ')),
  not: new Set(NEGATION_WORDS.split(' ')),
}

/** The Chinese counterparts of `DIRECTIONS`, as patterns. */
export const CHINESE_DIRECTIONS = {
  up: /增加|增长|增强|增大|上升|升高|提高|提升|改善|促进|加快|加速|扩大|优于|高于|大于|多于|超过|激活|诱导|延长/g,
  down: /减少|减小|减弱|下降|降低|抑制|阻碍|恶化|放缓|减慢|缩小|劣于|低于|小于|少于|不及|阻断|缩短|损害|缺乏|缺失/g,
  not: /不能|不会|不是|没有|未能|未见|未发现|并非|并未|无法|无关|无显著|不显著|不存在|从未|尚未|不影响|不相关|不支持|不/g,
}

/** Words that any claim may contain, so that sharing them with a source means nothing. */
export const STOP_WORDS = new Set(
  (
    'a an the of for in on at to from by with as is are was were be been being am do doe did done can could should would may might will must ' +
    'have has had and or but if than then so it it that this these those their his her which who whom whose when where while what how there ' +
    'we our they them us i you he she also both each such same other ani all some mani most more much veri into onto over under between among ' +
    'within through dure after befor about against per via use base play role involv relat result show shown find found studi effect associ ' +
    'paper author research report suggest indic demonstr evid data known import key main major signific significantli'
  ).split(' '),
)
