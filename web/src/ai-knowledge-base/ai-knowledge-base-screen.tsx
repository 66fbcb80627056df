import { api, type OutputOf } from '@scinav/contract'
import { Link } from 'react-router'
import { useRead } from '../api/use-read.ts'
import cards from '../ui/card.module.css'
import { formatCount } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { PageHeader } from '../ui/views/page-header.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { datasetChatAddress, detailAddress } from './addresses.ts'
import styles from './ai-knowledge-base.module.css'

type DatasetClass = OutputOf<typeof api.datasets.publicClasses>[number]

/** Renders public knowledge bases by discipline, each with its content. */
export function AiKnowledgeBaseScreen() {
  const classes = useRead(api.datasets.publicClasses, {})
  return (
    <>
      <PageHeader title="AI 知识库" note="按学科整理好的文献，可以浏览、统计，也可以直接提问" />
      <ReadView
        of={classes}
        what="知识库"
        isEmpty={(list) => list.length === 0}
        empty={{ title: '还没有公共知识库', note: '管理员建立后会列在这里' }}
      >
        {(list) => (
          <div className={styles.classes}>
            {list.map((datasetClass) => (
              <ClassSection key={datasetClass.subject_code} datasetClass={datasetClass} />
            ))}
          </div>
        )}
      </ReadView>
    </>
  )
}

/** Renders one discipline with its knowledge bases. */
function ClassSection({ datasetClass }: { datasetClass: DatasetClass }) {
  const { subject_code, name, datasets } = datasetClass
  return (
    <section className={styles.class} aria-label={name}>
      <h2>{name}</h2>
      {subject_code && <ClassFigures subject_code={subject_code} />}
      <ul className={cards.grid}>
        {datasets.map(({ id, name: datasetName, description, document_count }) => (
          <li key={id}>
            <article className={cards.card}>
              <span className={cards.sign}>
                <Icon name="book" />
              </span>
              <div className={cards.words}>
                <h3>
                  <Link to={detailAddress(id)}>{datasetName}</Link>
                </h3>
                <p className={styles.about}>{description}</p>
                <p className={styles.foot}>
                  <span>{formatCount(document_count)} 篇文献</span>
                  <Link
                    className={styles.ask}
                    to={datasetChatAddress(id)}
                    aria-label={`提问：${datasetName}`}
                  >
                    提问
                  </Link>
                </p>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Renders the figures of a discipline in one line, which is empty until they have loaded. */
function ClassFigures({ subject_code }: { subject_code: string }) {
  const { data } = useRead(api.datasets.subjectStatistics, { subject_code })
  if (!data) return <p className={styles.figures} />
  const first = data.years.at(0)?.year
  const last = data.years.at(-1)?.year
  const years = first && last ? `，${first}–${last} 年` : ''
  return (
    <p className={styles.figures}>
      {`${formatCount(data.dataset_count)} 个知识库，${formatCount(data.paper_count)} 篇文献${years}`}
    </p>
  )
}
