import { api, type WorkNotice } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { OutsideLink } from '../../ui/buttons/quiet-button.tsx'
import { formatCount } from '../../ui/figures.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from './import.module.css'

const KINDS: [WorkNotice['kind'], string][] = [
  ['retracted', '撤稿声明'],
  ['concern', '关注声明'],
  ['corrected', '更正声明'],
  ['reinstated', '恢复声明'],
]

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
        </div>
      )}
    </ReadView>
  )
}

const NoticeCount = ({ name, count }: { name: string; count: number }) => (
  <>
    <dt>{name}</dt>
    <dd>{formatCount(count)} 条</dd>
  </>
)
