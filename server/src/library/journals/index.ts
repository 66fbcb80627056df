// Journals and their ranks in imported lists, such as CSSCI or the zones of CAS.
//
// `getRankLookup` returns, by the name of a rank (`CSSCI`, `CSSCI:2025`, `CAS:2025:1`), the folded titles of the journals
// that have it; it never throws for an unknown rank, which no journal has. The lookup is shared and at most 30 s old.
// `clearRankCache` drops it: whoever imports, deletes or matches ranks calls it afterwards, so that this process sees the
// change at once. Other processes see it within the 30 s.
export { clearRankCache, getRankLookup } from './rank-lookup.ts'
