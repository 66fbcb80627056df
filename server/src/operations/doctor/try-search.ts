import { SearchUnavailable } from '@scinav/search'
import { OpenSearchRefused, openSearchHealth } from '@scinav/search/opensearch'
import type { SearchClusterLocation } from '../../platform/config/config-search.ts'

/** The condition of a shared index: what is wrong and what to do, or what it contains. */
export interface SearchState {
  state: 'works' | 'broken'
  note: string
}

/** What the index must contain by now: the number of papers and the last change of the database. */
export interface ExpectedIndex {
  papers: number
  change: number
}

/** Oldest version of OpenSearch that is supported: major and minor. */
const MIN_VERSION = [2, 10] as const
/** The health of a cluster by the color that OpenSearch reports. */
const HEALTH_NOTES: Record<string, string> = { green: '正常', yellow: '有副本未就绪', red: '有分片不可用' }

/** Queries an OpenSearch cluster for its version, its analysis module, its health, and how up to date the index is. */
export async function trySearch(
  cluster: SearchClusterLocation,
  { papers, change }: ExpectedIndex,
): Promise<SearchState> {
  const hosts = cluster.urls.map((url) => new URL(url).host).join('、')
  const broken = (note: string): SearchState => ({ state: 'broken', note: `${hosts}，${note}` })
  try {
    const { version, status, nodes, analyses, indexes } = await openSearchHealth(cluster, cluster.prefix)
    const summary = `OpenSearch ${version}，${nodes} 个节点，${HEALTH_NOTES[status] ?? status}`
    if (isOldVersion(version))
      return broken(`${summary}。版本过旧，需要 ${MIN_VERSION.join('.')} 或更高，建议 3.2 以上`)
    if (!analyses) return broken(`${summary}。缺少 analysis-common 模块，请使用官方发行版`)
    if (status === 'red') return broken(`${summary}。请检查 OpenSearch 的节点与磁盘空间`)
    const index = indexes.papers
    if (!index)
      return {
        state: 'works',
        note: `${hosts}，${summary}，还没有索引，启动服务后会自动建立（文献 ${papers} 篇）`,
      }
    const missing_changes = change - index.change
    const lag =
      missing_changes > 0 ? `落后数据库 ${missing_changes} 次改动，服务运行时会自动跟上` : '与数据库一致'
    const passages = indexes.passages ? `，文件段落 ${indexes.passages.records} 段` : ''
    return { state: 'works', note: `${hosts}，${summary}，收有文献 ${index.records} 篇${passages}，${lag}` }
  } catch (error) {
    return broken(adviceFor(error))
  }
}

/**
 * Returns what is wrong and what to do.
 *
 * @throws errors that are not the cluster's.
 */
function adviceFor(error: unknown): string {
  if (error instanceof OpenSearchRefused) return refusedAdvice(error)
  // The response is not OpenSearch's: not JSON, or without its fields.
  if (error instanceof SyntaxError || error instanceof TypeError)
    return '答复的不是 OpenSearch，请核对 SEARCH_URL'
  if (!(error instanceof SearchUnavailable)) throw error
  const { code = '' } = (error.cause ?? {}) as { code?: string }
  const unreachable = `连接不上（${code || error.message}）`
  if (/CERT|SIGNATURE/.test(code))
    return `${unreachable}：不信任它的证书，请用 SEARCH_CA 指定签发它的 CA，并核对 SEARCH_URL 的主机名`
  if (/EPROTO|SSL/.test(code)) return `${unreachable}，请核对 SEARCH_URL 应以 http 还是 https 开头`
  return `${unreachable}，请检查 SEARCH_URL、网络和防火墙，以及 OpenSearch 是否在运行`
}

function refusedAdvice({ status, message }: OpenSearchRefused): string {
  if (status === 401) return '不接受用户名或密码（HTTP 401），请核对 SEARCH_USER 与 SEARCH_PASSWORD'
  if (status === 403)
    return '用户没有权限（HTTP 403）：它要能管理以 SEARCH_PREFIX 开头的索引及其别名，并能读集群状态（cluster_monitor）'
  return `没有正常答复（${message}），请核对 SEARCH_URL 是否指向 OpenSearch`
}

function isOldVersion(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1])
}
