"""Small tables with every trap of spans and groups, by name. The browser reference holds where Chromium puts them."""

SHAPES: dict[str, str] = {
    "plain": "<table><tr><td>a<td>b<tr><td>c<td>d</table>",
    "ragged": "<table><tr><td>a<td>b<td>c<tr><td>d<tr><td>e<td>f</table>",
    "colspan": "<table><tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e</table>",
    "rowspan": "<table><tr><td rowspan=2>a<td>b<tr><td>c</table>",
    "rowspan past the end": '<table><tr><td rowspan="99">a<td>b<tr><td>c</table>',
    "rowspan zero": '<table><tr><td rowspan="0">x<td>1<tr><td>2<tbody><tr><td>y<td>3</table>',
    "rowspan past the row group": "<table><tbody><tr><td rowspan=5>a<td>b</tbody><tbody><tr><td>c<td>d</tbody></table>",
    "rowspan zero in thead": "<table><thead><tr><th rowspan=0>h<th>i<tr><th>j<tbody><tr><td>1<td>2</table>",
    "malformed spans": (
        '<table><tr><td colspan="2;">a<td>b<tr><td>c<td>d<td rowspan="x">e<tr><td colspan="-3">f</table>'
    ),
    "span words": '<table><tr><td colspan=" 2 cells">a<td colspan="+2">b<td>c<tr><td colspan="1.9">d<td>e</table>',
    "colspan zero": '<table><tr><td colspan="0">a<td>b<tr><td>c<td>d</table>',
    "colspan beyond most": '<table><tr><td colspan="1001">a<td>b<tr><td>c<td>d</table>',
    "rows on the right overlap": (
        "<table><tr><td>a<td rowspan=3>b<td colspan=2>c<tr><td rowspan=2>d<td>e<td rowspan=2>f<tr><td>g"
        "<tr><td colspan=3>h<td>i</table>"
    ),
    "colspan runs into rowspan": (
        "<table><tr><td>a<td rowspan=2>b<td>c<tr><td colspan=2>d<td>e<tr><td>f<td>g<td>h</table>"
    ),
    "colspan over two rowspans": (
        "<table><tr><td>a<td>b<td rowspan=3>c<td>d<tr><td colspan=4>e<tr><td>f<td>g<td>h</table>"
    ),
    "rowspans side by side": (
        "<table><tr><td rowspan=2>a<td rowspan=3>b<td>c<tr><td>d<td>e<tr><td>f<td>g<td>h</table>"
    ),
    "empty row under a rowspan": "<table><tr><td rowspan=3>a<td>b<tr><tr><td>c<tr><td>d<td>e</table>",
    "foot before body": "<table><tfoot><tr><td>f<td>g</tfoot><tbody><tr><td>a<td>b<tr><td>c<td>d</table>",
    "head after body": "<table><tbody><tr><td>a<td>b</tbody><thead><tr><th>h<th>i</thead></table>",
    "two heads and two feet": (
        "<table><thead><tr><th>h1</thead><tfoot><tr><td>f1</tfoot><tbody><tr><td>a</tbody>"
        "<thead><tr><th>h2</thead><tfoot><tr><td>f2</tfoot></table>"
    ),
    "hidden cell": '<table><tr><td>a<td style="display:none">x<td>b<tr><td>c<td>d</table>',
    "hidden row": '<table><tr><td rowspan=2>a<td>b<tr style="display: none"><td>x<tr><td>c<td>d</table>',
    "hidden group": "<table><tbody><tr><td>a<td>b</tbody><tbody hidden><tr><td>x</tbody><tbody><tr><td>c</table>",
    "nested": "<table><tr><td>a<table><tr><td>inner<td>two</table><td>b<tr><td>c<td>d</table>",
    "nested in the last cell": "<table><tr><td>a<td><table><tr><td rowspan=9>x<tr><td>y</table><tr><td>c<td>d</table>",
    "text outside cells": "<table>loose<tr>more<td>a<td>b<tr><td>c</table>",
    "drawing in a cell": "<table><tr><td>a<svg><tr><td>no</td></tr></svg><td>b<tr><td>c<td>d</table>",
    "caption": "<table><caption>Title</caption><tr><th>a<th>b<tr><td>c<td>d</table>",
    "form in a row": "<table><tr><form><td>a<td>b</form><tr><td>c<td>d</table>",
    "lists and lines": "<table><tr><td>a<br>b<ul><li>c<li>d</ul><td><p>e</p><p>f</p><td>g <b>h</b>&nbsp;i</table>",
}
