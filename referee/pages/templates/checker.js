// The form of the checker page: what is typed goes to the engine, what comes back is written below it, and the
// address keeps the question so that it can be shared. Nothing is asked of any server.
const read_data=(id)=>JSON.parse(document.getElementById(id).textContent);
const data=read_data("rules"),said=read_data("said");
const record=(kind,given)=>new kind(...Object.keys(new kind()).map((name)=>given[name]));
const table=(fields)=>new Map(Object.entries(fields));
const ruleset=(values)=>record(Ruleset,{ruleset:record(Head,data.head),event:data.event.map((row)=>record(EventRow,row)),
 square:data.square.map((row)=>record(SquareRow,row)),values:record(Readings,values)});
const other=([name,value])=>{
 const rules=ruleset({...data.values,[name]:value});
 return [name,value,rules,plainly(rules)];
};
for(const [text,english] of Object.entries(said.messages))ENGLISH.set(text,english);
const rules=new Rules(ruleset(data.values),data.alternatives.map(other),
 table(data.sentences),new Index(table(said.by_reading),table(said.by_sign),table(said.questions)),
 new Tongue(data.lang,table(data.texts)));
const judge=(fields)=>check(rules,record(Form,fields));

const form=document.forms[0],box=document.getElementById("result"),legend=document.getElementById("legend");
const link=document.getElementById("link");
const made=(name,text,mark)=>{
 const one=document.createElement(name);
 if(text!==undefined)one.textContent=text;
 if(mark!==undefined)one.className=mark;
 return one;
};
const cell=(name,text,span,mark)=>{
 const one=made(name,text,mark);
 if(span>1)one.colSpan=span;
 return one;
};
const MOST=20; // IDs at once
const die=(mark)=>mark?`die m-${mark}`:"die";
const letters=(checked,place)=>{
 const table=made("table",undefined,"roll"),head=table.createTHead().insertRow(),body=table.createTBody();
 table.createCaption().textContent=box.dataset.findings;
 for(const letter of checked.dice){const one=cell("th",letter.text,1,die(letter.mark));one.scope="col";head.append(one);}
 const last=cell("th",box.dataset.meaning,1);last.scope="col";head.append(last);
 for(const line of checked.lines){
  const row=body.insertRow();
  if(line.before)row.append(cell("td","",line.before));
  if(line.span)row.append(cell("td",line.letters,line.span,die(line.mark)));
  if(line.after)row.append(cell("td","",line.after));
  const told=cell("td",line.text,1);
  if(line.sentence)told.append(" ",made("small",line.sentence));
  row.append(told);
 }
 const wide=made("div",undefined,"wide");
 wide.tabIndex=0;wide.setAttribute("role","region");wide.setAttribute("aria-label",place?`${box.dataset.findings} ${place+1}`:box.dataset.findings);
 wide.append(table);
 return wide;
};
const list=(texts,mark)=>{const one=made("ul",undefined,mark);one.append(...texts.map((text)=>made("li",text)));return one;};
const field_of=(error)=>[...form.elements].find((one)=>one.dataset.bad&&error.where.startsWith(`${one.name} `));
// The engine refuses in English; Japanese pages name the field, and what would be right.
const refusal=(error,fields)=>{
 const field=field_of(error);
 if(data.lang!=="ja")return error.__str__();
 return field?field.dataset.bad.replace("{}",()=>field.value):box.dataset.bad.replace("{}",()=>fields.id.slice(0,32)||"ID");
};
const ids=(text)=>text.replace(/ID[:：]\s*/gi," ").split(/[\s,、]+/).filter(Boolean).slice(0,MOST);
const show=(typed)=>{
 const used=new Set(),found=ids(typed.id),parts=[];
 for(const [place,id] of (found.length?found:[""]).entries()){
  const fields={...typed,id};
  try{
   const checked=judge(fields);
   for(const letter of checked.dice)used.add(letter.mark);
   const heading=found.length>1?`${box.dataset.heading}: ${id}`:box.dataset.heading;
   parts.push(made("h2",heading),letters(checked,place),list(checked.sums,"sums"));
   if(checked.remarks.length)parts.push(list(checked.remarks,"tail"));
   if(checked.others.length)parts.push(made("h3",box.dataset.others),made("p",box.dataset.note),list(checked.others,"others"));
  }catch(error){
   if(!(error instanceof UsageError))throw error;
   parts.push(made("p",refusal(error,fields),"refused"));
   if(field_of(error))break; // the same for every ID
  }
 }
 box.replaceChildren(...parts);
 legend.hidden=used.size===0||(used.size===1&&used.has(""));
 for(const one of legend.querySelectorAll("[data-mark]"))one.hidden=!used.has(one.dataset.mark);
};
const typed=()=>{
 const fields={};
 for(const one of form.elements)if(one.name)fields[one.name]=one.type==="checkbox"?one.checked:one.value;
 return fields;
};
const address=(fields)=>{
 const kept=Object.entries(fields).filter(([,value])=>value!==""&&value!==false);
 return `#${new URLSearchParams(kept.map(([name,value])=>[name,value===true?"1":value]))}`;
};
const judged=()=>{
 const fields=typed();
 show(fields);
 link.href=address(fields);
 link.parentElement.hidden=false;
 return link.hash;
};
const read=()=>{
 const asked=new URLSearchParams(location.hash.slice(1));
 for(const one of form.elements){
  if(!one.name)continue;
  if(one.type==="checkbox")one.checked=asked.get(one.name)==="1";
  else one.value=asked.get(one.name)??"";
 }
 if(asked.has("id"))judged();
};
form.addEventListener("submit",(event)=>{event.preventDefault();history.replaceState(null,"",judged());});
addEventListener("hashchange",read);
form.hidden=false;
read();
