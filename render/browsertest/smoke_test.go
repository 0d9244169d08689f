package browsertest
import ("testing";"fmt")
func TestSmoke(t *testing.T) {
	s := theSite(t)
	p := open(t, s.result(larger)+"?view=heat", screen{})
	fmt.Println(eval[string](p, `document.querySelector('#chart-prefill').innerHTML.slice(0,3000)`))
	fmt.Println("-----")
	fmt.Println(eval[string](p, `document.querySelector('#chart-scaling-total').innerHTML.slice(0,9000)`))
	fmt.Println("-----")
	fmt.Println(eval[string](p, `document.querySelector('#chart-heat').innerHTML.slice(0,9000)`))
}
