import { Panel } from '../ui/dialogs/panel.tsx'
import { rowFields } from './query-rows.ts'
import styles from './search-panels.module.css'

/** Examples of the query language with their meanings. */
const syntaxRules: { write: string; means: string }[] = [
  { write: '高温 超导', means: '两个词都出现；词不必相邻，词序不限' },
  { write: '超导 OR 超流', means: '出现任一个；也可写作 | 或「或」' },
  { write: '超导 NOT 综述', means: '不含后一个词；也可写作 超导 -综述 或「非」' },
  { write: '(铜 OR 铁) 超导', means: '括号里的先算；次序是 NOT、AND、OR' },
  { write: '"attention is all you need"', means: '词组，词序和词都不变' },
  { write: 'graph NEAR/5 network', means: '相距不超过 5 个词' },
  { write: 'crystallo*', means: '以此开头的词；? 代表一个字母' },
  { write: 'TI:注意力', means: '只在题名里找；字段见下' },
  { write: 'PY:2020..2024', means: '年份范围；也可写 PY>=2020' },
  { write: 'CITED>=10', means: '被引次数' },
  { write: '10.1038/nature14539', means: 'DOI、arXiv 号、PMID 或它们的网址，直接打开这篇文献' },
]

/** The keys of the search and result screens. */
const keys: { press: string; does: string }[] = [
  { press: '/', does: '快速检索' },
  { press: 'Ctrl K', does: '命令面板' },
  { press: 'j', does: '下一篇' },
  { press: 'k', does: '上一篇' },
  { press: 'x', does: '选中这一篇' },
  { press: 'o', does: '打开这一篇' },
  { press: 'c', does: '引用这一篇' },
  { press: 's', does: '收藏这一篇' },
  { press: '?', does: '打开这一页' },
]

/** Renders the query syntax by examples, and the keyboard shortcuts of the results. */
export function SyntaxPanel({ onClose }: { onClose: () => void }) {
  return (
    <Panel title="检索式与快捷键" width={720} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long page scrolls, and must do so by the keyboard too */}
      <section tabIndex={0} aria-label="说明">
        <h3>检索式</h3>
        <dl className={styles.rules}>
          {syntaxRules.map(({ write, means }) => (
            <div key={write}>
              <dt>
                <code>{write}</code>
              </dt>
              <dd>{means}</dd>
            </div>
          ))}
        </dl>
        <h3>字段</h3>
        <p className={styles.syntaxNote}>
          用代码或中文名，后面加冒号。不写字段时，在题名、摘要和关键词里找。
        </p>
        <ul className={styles.fields}>
          {rowFields.map(({ code, name }) => (
            <li key={code}>
              <code>{code || 'SU'}</code> {name}
            </li>
          ))}
        </ul>
        <p className={styles.syntaxNote}>
          运算符要大写，前后有空格。全部用大写字母写的检索词里，AND、OR、NOT
          当作普通的词。写错的检索式按普通的词检索，并会说明。
        </p>
        <h3>快捷键</h3>
        <ul className={styles.fields}>
          {keys.map(({ press, does }) => (
            <li key={press}>
              <kbd>{press}</kbd> {does}
            </li>
          ))}
        </ul>
      </section>
    </Panel>
  )
}
