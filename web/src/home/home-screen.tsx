export function HomeScreen() {
  return <h1>首页</h1>
}
