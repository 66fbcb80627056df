import { openSearchHealth } from '@scinav/search/opensearch'
import type { SearchPlace } from '../config/config-search.ts'
import { describeFault } from '../foundation/fault.ts'

/** How a shared index stands: what is wrong and what to do, else what is in it. */
export interface SearchState {
  state: 'works' | 'broken'
  note: string
}

/** What must be in the index by now: records and the last change of the database. */
export interface Wanted {
  papers: number
  change: number
}

const NEEDED = [2, 10] as const
const STATES: Record<string, string> = { green: '正常', yellow: '有副本未就绪', red: '有分片不可用' }

/** Asks an OpenSearch for its version, whether it analyses as is needed, its health, and how far the index is. */
export async function trySearch(place: SearchPlace, { papers, change }: Wanted): Promise<SearchState> {
  const where = place.urls.map((each) => new URL(each).host).join('、')
  const broken = (note: string): SearchState => ({ state: 'broken', note: `${where}，${note}` })
  try {
    const { version, status, nodes, analyses, indexes } = await openSearchHealth(place, place.prefix)
    const about = `OpenSearch ${version}，${nodes} 个节点，${STATES[status] ?? status}`
    if (isOld(version)) return broken(`${about}。版本过旧，需要 ${NEEDED.join('.')} 或更高，建议 3.2 以上`)
    if (!analyses) return broken(`${about}。缺少 analysis-common 模块，请使用官方发行版`)
    if (status === 'red') return broken(`${about}。请检查 OpenSearch 的节点与磁盘空间`)
    const own = indexes.papers
    if (!own)
      return {
        state: 'works',
        note: `${where}，${about}，还没有索引，启动服务后会自动建立（文献 ${papers} 篇）`,
      }
    const behind = change - own.change
    const lag = behind > 0 ? `落后数据库 ${behind} 次改动，服务运行时会自动跟上` : '与数据库一致'
    const passages = indexes.passages ? `，文件段落 ${indexes.passages.records} 段` : ''
    return { state: 'works', note: `${where}，${about}，收有文献 ${own.records} 篇${passages}，${lag}` }
  } catch (error) {
    return broken(
      `连接不上（${describeFault(error)}），请检查 SEARCH_URL、用户名与密码、SEARCH_CA，以及 OpenSearch 是否在运行`,
    )
  }
}

function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])
}
