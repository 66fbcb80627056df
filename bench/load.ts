// node bench/load.ts URL COOKIE CLIENTS SECONDS: requests one address as fast as it responds, prints the result.
import autocannon from 'autocannon'

const [url = '', cookie = '', clients, seconds] = process.argv.slice(2)
const { requests, latency, non2xx, errors } = await autocannon({
  url,
  connections: Number(clients),
  duration: Number(seconds),
  headers: { cookie },
})
console.log(
  JSON.stringify({ total: requests.total, average: requests.average, p99: latency.p99, non2xx, errors }),
)
