import { api, type OutputOf, type WorkNotice } from '@scinav/contract'
import { Switch } from 'antd'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { OutsideLink } from '../../ui/buttons/quiet-button.tsx'
import { formatCount } from '../../ui/figures.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from './import.module.css'

/** The kinds of notices with their names, in the order shown. */
const KINDS: [WorkNotice['kind'], string][] = [
  ['retracted', '撤稿声明'],
  ['concern', '关注声明'],
  ['corrected', '更正声明'],
  ['reinstated', '恢复声明'],
]

/** Where Crossref publishes the table of Retraction Watch. */
const SOURCE = 'https://gitlab.com/crossref/retraction-watch-data'

/** Renders how many retraction notices and the like were imported, the newest date, and how to import new ones. */
export function RetractionsTab() {
  const state = useRead(api.library.retractions, {})
  return (
    <ReadView of={state} what="撤稿声明">
      {(table) => (
        <div className={styles.index}>
          <dl className={styles.counts}>
            {KINDS.map(([kind, name]) => (
              <NoticeCount key={kind} name={name} count={table[kind]} />
            ))}
            <dt>最新的声明</dt>
            <dd>{table.newest ?? '没有日期'}</dd>
            <dt>上次导入</dt>
            <dd>{table.imported_at ? <RelativeTime at={table.imported_at} /> : '还没有导入过'}</dd>
          </dl>
          <p className={styles.quiet}>
            在「导入文件」里上传 Retraction Watch 的 CSV（约 67 MB，可用 gzip 压缩），或有
            doi、kind、notice_doi 三列的表格；再次导入即更新。文献、清单、回答的依据和研究报告随即带上标记，
            保存、引用或批注过这些文献的人会收到一次通知。
          </p>
          <OutsideLink to={SOURCE}>Retraction Watch 数据（Crossref 发布）</OutsideLink>
          <NoticeWatch watch={table.watch} />
        </div>
      )}
    </ReadView>
  )
}

type Watch = OutputOf<typeof api.library.retractions>['watch']

/** Why the last round of queries ended early, by the fault that the server reports. */
const FAULTS: Readonly<Record<string, string>> = {
  rate_limited: 'Crossref 要求暂停',
  refused: 'Crossref 拒绝了请求',
  failed: 'Crossref 出错',
  unreachable: '连不上 Crossref',
  unreadable: '无法识别 Crossref 的答复',
}

/** Renders the switch of the daily queries to Crossref, how many works they have reached, and how they last ended. */
function NoticeWatch({ watch: { is_on, has_network, works, asked, ended_at, fault } }: { watch: Watch }) {
  const set = useWrite(api.library.watchRetractions, { refreshes: [api.library.retractions] })
  const change = async (to: boolean) => {
    const answer = await set.mutateAsync({ is_on: to })
    if (!answer.success) toast(`没有改动：${answer.message}`, { tone: 'bad' })
  }
  return (
    <section aria-label="向 Crossref 查询">
      <h3>
        每天向 Crossref 查询{' '}
        <Switch
          aria-label="每天向 Crossref 查询"
          checked={is_on}
          loading={set.isPending}
          onChange={(to) => void change(to)}
        />
      </h3>
      {!has_network && <p className={styles.quiet}>站外检索来源已停用，没有查询；启用后自动继续。</p>}
      <dl className={styles.counts}>
        <dt>关注的文献</dt>
        <dd>{formatCount(works)} 篇</dd>
        <dt>一天之内查过</dt>
        <dd>{formatCount(asked)} 篇</dd>
        <dt>上次查询</dt>
        <dd>{ended_at ? <RelativeTime at={ended_at} /> : '还没有查询过'}</dd>
      </dl>
      {fault && (
        <p className={styles.quiet}>
          上次没有查完：{FAULTS[fault] ?? 'Crossref 没有答复'}，稍后从中断处继续。
        </p>
      )}
      <p className={styles.quiet}>
        只发送有人保存、引用或批注过的文献的 DOI，不发送是谁；每次 50 篇，每天最多 2
        万篇，先查最久没有查过的。
      </p>
    </section>
  )
}

/** Renders the number of notices of a kind. */
const NoticeCount = ({ name, count }: { name: string; count: number }) => (
  <>
    <dt>{name}</dt>
    <dd>{formatCount(count)} 条</dd>
  </>
)
