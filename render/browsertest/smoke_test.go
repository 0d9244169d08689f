package browsertest
import ("testing";"fmt";"time";"os"; "github.com/chromedp/chromedp")
func TestSmoke(t *testing.T) {
	s := theSite(t)
	for _, id := range s.ids {
	for _, sc := range []screen{{}, {width:360,touch:true,dark:true}, {plain:true}} {
	p := open(t, s.result(id), sc)
	fmt.Println(time.Now().Format("05.000"), id, sc, eval[string](p, `[matchMedia('(pointer: coarse)').matches, matchMedia('(scripting: none)').matches, document.documentElement.scrollWidth, document.documentElement.clientWidth, document.title.length].join()`))
	if os.Getenv("SHOT") != "" {
	var png []byte
	p.run(chromedp.FullScreenshot(&png, 100))
	os.WriteFile("/tmp/shots/"+id+"-"+sc.String()+".png", png, 0o644)
	}
	}}
}
