// Journals and the ranks that lists give them.
export { forgetRanks, rankTable } from './rank-table.ts'
