// Journals and their ranks in imported lists.
export { clearRankCache, getRankLookup } from './rank-lookup.ts'
