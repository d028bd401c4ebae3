; The installer for Windows, made by Inno Setup 6: build.py runs "ISCC /DVersion=… /DMade=… puzzlegui.iss".
#ifndef Version
  #error "build.py says which version it is"
#endif

[Setup]
AppId={{6C7D0E0B-5B0F-4C39-9A53-51B0E4B1B7A1}
AppName=PuzzleGUI
AppVersion={#Version}
AppVerName=PuzzleGUI {#Version}
AppPublisher=The PuzzleGUI authors
VersionInfoVersion={#Version}
DefaultDirName={autopf}\PuzzleGUI
DefaultGroupName=PuzzleGUI
DisableProgramGroupPage=yes
LicenseFile=..\..\LICENSE
OutputDir=..\..\dist
OutputBaseFilename=puzzlegui-{#Version}-windows-x86_64-setup
SetupIconFile={#Made}\icons\puzzlegui.ico
UninstallDisplayIcon={app}\puzzlegui-gui.exe
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ChangesAssociations=yes
ChangesEnvironment=yes
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"

[CustomMessages]
en.Board=PuzzleGUI board
de.Board=PuzzleGUI-Brett
en.Book=PuzzleGUI book of puzzles
de.Book=PuzzleGUI-Rätselbuch
en.Path=Add the folder to PATH, for the command line
de.Path=Den Ordner in PATH aufnehmen, für die Befehlszeile

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked
Name: "path"; Description: "{cm:Path}"; Flags: unchecked

[Files]
Source: "..\..\dist\puzzlegui\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"
Type: filesandordirs; Name: "{app}\licences"

[Icons]
Name: "{group}\PuzzleGUI"; Filename: "{app}\puzzlegui-gui.exe"
Name: "{autodesktop}\PuzzleGUI"; Filename: "{app}\puzzlegui-gui.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\.puzzle"; ValueType: string; ValueData: "PuzzleGUI.Board"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.puzzle"; ValueType: string; ValueName: "Content Type"; ValueData: "application/vnd.puzzlegui+json"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.puzzle\OpenWithProgids"; ValueType: string; ValueName: "PuzzleGUI.Board"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\PuzzleGUI.Board"; ValueType: string; ValueData: "{cm:Board}"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\PuzzleGUI.Board\DefaultIcon"; ValueType: string; ValueData: "{app}\puzzlegui-gui.exe,0"
Root: HKA; Subkey: "Software\Classes\PuzzleGUI.Board\shell\open\command"; ValueType: string; ValueData: """{app}\puzzlegui-gui.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\Applications\puzzlegui-gui.exe\SupportedTypes"; ValueType: string; ValueName: ".puzzle"; ValueData: ""; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\.puzzlebook"; ValueType: string; ValueData: "PuzzleGUI.Book"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.puzzlebook"; ValueType: string; ValueName: "Content Type"; ValueData: "application/vnd.puzzlegui-book+json"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.puzzlebook\OpenWithProgids"; ValueType: string; ValueName: "PuzzleGUI.Book"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\PuzzleGUI.Book"; ValueType: string; ValueData: "{cm:Book}"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\PuzzleGUI.Book\DefaultIcon"; ValueType: string; ValueData: "{app}\puzzlegui-gui.exe,0"
Root: HKA; Subkey: "Software\Classes\PuzzleGUI.Book\shell\open\command"; ValueType: string; ValueData: """{app}\puzzlegui-gui.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\Applications\puzzlegui-gui.exe\SupportedTypes"; ValueType: string; ValueName: ".puzzlebook"; ValueData: ""; Flags: uninsdeletekey
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: NotInPath

[Run]
Filename: "{app}\puzzlegui-gui.exe"; Description: "{cm:LaunchProgram,PuzzleGUI}"; Flags: nowait postinstall skipifsilent

[Code]
function UsersPath: String;
begin
  if not RegQueryStringValue(HKCU, 'Environment', 'Path', Result) then
    Result := '';
end;

function NotInPath: Boolean;
begin
  Result := Pos(';' + Lowercase(ExpandConstant('{app}')) + ';', ';' + Lowercase(UsersPath) + ';') = 0;
end;

procedure CurUninstallStepChanged(CurUninstallStep: TUninstallStep);
var
  Path, Entry: String;
  Place: Integer;
begin
  if CurUninstallStep <> usPostUninstall then
    exit;
  Path := UsersPath;
  Entry := ';' + ExpandConstant('{app}');
  Place := Pos(Lowercase(Entry), Lowercase(Path));
  if Place > 0 then
  begin
    Delete(Path, Place, Length(Entry));
    RegWriteExpandStringValue(HKCU, 'Environment', 'Path', Path);
  end;
end;
