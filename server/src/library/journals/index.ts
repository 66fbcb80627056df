// Journals and the ranks that lists give them.
export { clearRankCache, getRankLookup } from './rank-table.ts'
