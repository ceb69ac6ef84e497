"""How the battle report looks: one column on a phone, broad maps on a laptop, plain paper in print."""

STYLE = """
:root{color-scheme:light dark;--paper:#fdfbf5;--ink:#26211b;--soft:#6a6155;--line:#ddd4c2;--panel:#f5efe1;
--accent:#a83f00;--warn:#8f1d14}
@media (prefers-color-scheme:dark){:root{--paper:#191714;--ink:#ece5d8;--soft:#aca291;--line:#3c372f;
--panel:#24211c;--accent:#f0a06a;--warn:#ff9d8f}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);line-height:1.55;
font:1.05rem/1.55 "Iowan Old Style","Palatino Linotype",Palatino,Georgia,"Times New Roman",serif}
main,header,footer{max-width:64rem;margin:0 auto;padding:0 clamp(1rem,4vw,2.5rem);overflow-wrap:break-word}
header{padding-top:clamp(1.5rem,6vw,3.5rem)}
h1{font-size:clamp(1.7rem,6vw,2.8rem);line-height:1.12;margin:0 0 .3rem;letter-spacing:-.01em;text-wrap:balance}
h2{font-size:1.45rem;line-height:1.2;margin:2.6rem 0 .6rem;padding-top:1rem;border-top:2px solid var(--line)}
h3{font-size:1.1rem;margin:1.6rem 0 .4rem}
h2 small{display:block;font-size:.78rem;letter-spacing:.09em;text-transform:uppercase;color:var(--accent)}
p,li,dd{max-width:42rem}
a{color:var(--accent)}
.subtitle{font-size:1.15rem;color:var(--soft);margin:.2rem 0}
.system,nav,table,.phase,.meta,figcaption,.losses{font-family:system-ui,-apple-system,"Segoe UI",Roboto,
"Helvetica Neue",Arial,sans-serif}
.system{font-size:.8rem;letter-spacing:.08em;text-transform:uppercase;color:var(--soft);margin:0 0 .6rem}
.ending{font-size:1.2rem;border-left:4px solid var(--accent);padding:.1rem 0 .1rem 1rem;margin:1.4rem 0}
nav{font-size:.9rem;margin:1.2rem 0}
nav ol{list-style:none;display:flex;flex-wrap:wrap;gap:.4rem;margin:0;padding:0}
nav a{display:inline-block;min-width:2.75rem;padding:.5rem .7rem;border:1px solid var(--line);border-radius:.4rem;
text-align:center;text-decoration:none;background:var(--panel)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem;width:100%;margin:.6rem 0}
caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{text-align:left;padding:.38rem .6rem .38rem 0;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600}
thead th{color:var(--soft);font-size:.8rem}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.number+td,.number+th{padding-left:1rem}
td.number:last-child,th.number:last-child{padding-right:0}
figure{margin:1rem 0}
figure svg{display:block;border-radius:.35rem;max-width:100%;height:auto}
figcaption{font-size:.85rem;color:var(--soft);margin-top:.35rem}
.map svg{width:100%}
.chart svg{width:100%;max-width:42rem}
.turning{padding-left:1.4rem}
.turning li{margin:.6rem 0}
.meta{display:block;font-weight:400;font-size:.85rem;color:var(--soft)}
.losses{font-size:.9rem;color:var(--soft)}
.phase{font-size:.8rem;letter-spacing:.08em;text-transform:uppercase;color:var(--soft);margin:1.3rem 0 .3rem}
.happenings{list-style:none;margin:0;padding:0}
.happenings>li{margin:.55rem 0;padding-left:2.7rem;position:relative;max-width:46rem}
.event{position:absolute;left:0;top:.16rem;width:2.2rem;text-align:right;font:.78rem/1.6 system-ui,sans-serif;
color:var(--soft)}
.happenings p{margin:.1rem 0}
.detail{font-size:.95rem;color:var(--soft)}
.dice{font-family:ui-monospace,Menlo,Consolas,monospace;background:var(--panel);border:1px solid var(--line);
border-radius:.3rem;padding:0 .35rem}
.overruled{color:var(--warn);font-weight:600}
.undone{opacity:.75}
.undone p:first-of-type{text-decoration:line-through}
.bar{display:block;height:.35rem;background:var(--accent);border-radius:.2rem;margin-top:.15rem;min-width:1px}
footer{font-size:.9rem;color:var(--soft);padding-top:2rem;padding-bottom:3rem}
.hint{display:none}
@media (max-width:719px){.map .scroll svg{width:45rem;min-width:45rem}.map .hint{display:inline}
table{font-size:.84rem}.number{white-space:normal}}
@media print{
:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--panel:#fff;--accent:#000;--warn:#000}
@page{margin:15mm}
body{font-size:10.5pt}
main,header,footer{max-width:none;padding:0}
nav,.hint{display:none}
.map .scroll{overflow:visible}
.map .scroll svg{width:100%;min-width:0}
h1,h2,h3,.phase{break-after:avoid}
h2,figure,tr,.happenings>li{break-inside:avoid}
svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}
a{color:inherit;text-decoration:none}
}
"""
